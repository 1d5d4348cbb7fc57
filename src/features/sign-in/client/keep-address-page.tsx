import { useMutation } from '@tanstack/react-query'
import { call, detailOf } from '#base/client/lib/api.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { SignInLayout } from '#features/brand/client/shell/layouts/sign-in-layout.tsx'
import { OfflineNotice } from '#features/brand/client/shell/offline-notice.tsx'
import { paths } from '#base/client/paths.ts'
import { Button } from '#base/client/ui/button.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { PageHeading } from '#base/client/ui/page-heading.tsx'
import { MailedCodeForm } from './mailed-code-form.tsx'
import { useMailedToken } from './use-mailed-token.ts'

const TITLE = 'Keep your email address'

/**
 * The page of the link that stops a change of address (docs/decisions/0050). It asks for a press, so that mail scanners
 * that follow links stop nothing.
 */
export function KeepAddressPage() {
  const { firmName, supportPhone } = useBranding()
  const [token, forget, enter] = useMailedToken(paths.keepAddress)
  const stop = useMutation({
    mutationFn: (mailed: string) => call('POST /api/keep-address', { body: { token: mailed } }),
    onSuccess: forget,
  })
  return (
    <SignInLayout>
      {stop.isSuccess ? (
        <PageHeading
          title="Your email address stays the same"
          lead={`We’ve stopped the change, and the link in the other email no longer works. If you didn’t ask for it, please call ${firmName} on ${supportPhone}.`}
        />
      ) : (
        <PageHeading
          title={TITLE}
          lead={
            token === null
              ? 'Please open the link in the email that we sent you, or enter its code here.'
              : `${firmName} received a request to change your email address. If you didn’t ask for this, stop it here.`
          }
        />
      )}
      <OfflineNotice />
      {stop.error ? (
        <Notice tone="danger" live="alert" className="mb-6">
          {detailOf(stop.error)}
        </Notice>
      ) : null}
      {token === null ? (
        <MailedCodeForm label="Continue" onCode={enter} />
      ) : (
        <Button
          className="w-full"
          pending={stop.isPending}
          pendingLabel="Stopping..."
          onClick={() => stop.mutate(token)}
        >
          Stop the change
        </Button>
      )}
    </SignInLayout>
  )
}

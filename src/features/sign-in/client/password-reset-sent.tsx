import type { AnswerOf } from '#base/rules/api/contract.ts'
import { paths } from '#base/client/paths.ts'
import { Button } from '#base/client/ui/button.tsx'
import { LinkButton } from '#base/client/ui/link-button.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { PageHeading } from '#base/client/ui/page-heading.tsx'
import { toast } from '#base/client/ui/toast-store.ts'

type Props = AnswerOf<'POST /api/request-password-reset'> & { onAnother: () => void }

/** The result of a request for a temporary password. */
export function PasswordResetSent({ message, temporaryPassword, emailError, onAnother }: Props) {
  return (
    <>
      <PageHeading title="Password Reset Sent" lead={message} />
      {temporaryPassword === undefined ? (
        <Notice tone="success" title="Email Sent Successfully">
          Please check your inbox, and your spam folder too.
        </Notice>
      ) : (
        <DevelopmentNotice {...{ temporaryPassword, emailError }} />
      )}
      <div className="mt-8 flex flex-col gap-3">
        <LinkButton href={paths.signIn} tone="primary">
          Return to Login
        </LinkButton>
        <Button tone="secondary" onClick={onAnother}>
          Reset Another Account
        </Button>
      </div>
    </>
  )
}

type Shown = { temporaryPassword: string; emailError: string | undefined }

function DevelopmentNotice({ temporaryPassword, emailError }: Shown) {
  return (
    <Notice
      tone="warning"
      title="Development mode"
      action={
        <Button tone="secondary" size="small" onClick={() => void copy(temporaryPassword)}>
          Copy
        </Button>
      }
    >
      <p>Sign in with this temporary password, then choose your own:</p>
      <p className="mt-2">
        <code className="border border-hairline bg-surface px-2 py-1 text-lg break-all select-all">
          {temporaryPassword}
        </code>
      </p>
      {emailError ? <p className="mt-3">{`The email could not be sent: ${emailError}`}</p> : null}
    </Notice>
  )
}

const COPY_TOAST_MS = 2_000

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({
      title: 'Copied!',
      description: 'Temporary password copied to clipboard',
      duration: COPY_TOAST_MS,
    })
  } catch {
    toast({
      variant: 'destructive',
      title: 'Copy Failed',
      description: 'Unable to copy the temporary password to clipboard',
    })
  }
}

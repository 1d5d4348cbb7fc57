import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { OfflineNotice } from '#features/brand/client/shell/offline-notice.tsx'
import { detailOf } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { Button, type ButtonTone } from '#base/client/ui/button.tsx'
import { ErrorSummary } from '#base/client/ui/error-summary.tsx'
import { PageHeading } from '#base/client/ui/page-heading.tsx'
import { FormError } from '#base/client/form/form-error.tsx'
import { useSmallForm } from '#base/client/form/use-small-form.ts'
import { CodeField, type CodeKind } from './code-field.tsx'
import { useCodeStep } from './use-code-step.ts'

const names = ['code'] as const

const texts = {
  code: {
    hint: 'Open your authenticator app, and enter the six digits it shows for this account.',
    missing: 'Please enter the code',
    other: 'Use a recovery code',
  },
  recovery: {
    hint: 'Enter one of the recovery codes you saved when you set this step up. Each code works once.',
    missing: 'Please enter a recovery code',
    other: 'Use your authenticator',
  },
} as const satisfies Record<CodeKind, { hint: string; missing: string; other: string }>

/** The second step of signing in: the authenticator's code, a recovery code, or a passkey. */
export function CodeStep() {
  const [chosen, setKind] = useState<CodeKind | null>(null)
  const ways = useWays()
  const byPasskeyOnly = ways?.passkey === true && !ways.authenticator
  const kind = chosen ?? (byPasskeyOnly ? 'recovery' : 'code')
  return (
    <>
      <PageHeading title={byPasskeyOnly ? 'Use your passkey' : 'Enter your code'} />
      <OfflineNotice />
      {byPasskeyOnly ? (
        <GivePasskey tone="primary" label="Continue with your passkey" className="mb-8" />
      ) : null}
      <CodeForm key={kind} kind={kind} tone={byPasskeyOnly ? 'secondary' : 'primary'} />
      {ways?.passkey === true && !byPasskeyOnly ? (
        <GivePasskey tone="secondary" label="Use a passkey instead" className="mt-4" />
      ) : null}
      {byPasskeyOnly ? null : (
        <p className="mt-2">
          <Button
            tone="quiet"
            size="small"
            className="-ml-4"
            onClick={() => setKind(kind === 'code' ? 'recovery' : 'code')}
          >
            {texts[kind].other}
          </Button>
        </p>
      )}
      <LostBoth />
    </>
  )
}

function CodeForm({ kind, tone }: { kind: CodeKind; tone: ButtonTone }) {
  const { give } = useCodeStep()
  const field = useRef<HTMLInputElement>(null)
  const form = useSmallForm({
    names,
    check: ({ code }) => (code.trim() === '' ? { code: texts[kind].missing } : {}),
    send: ({ code }) => give.mutateAsync(code, { onError: () => field.current?.select() }),
  })
  return (
    <form method="post" {...form.formProps}>
      <ErrorSummary errors={form.items} attempt={form.attempt} />
      <FormError error={form.items.length === 0 ? give.error : null} />
      <div className="flex flex-col gap-6">
        <CodeField ref={field} kind={kind} hint={texts[kind].hint} error={form.problems.code} />
        <Button
          type="submit"
          tone={tone}
          pending={give.isPending}
          pendingLabel="Checking..."
          className="w-full"
        >
          Continue
        </Button>
      </div>
    </form>
  )
}

/** What the user has set up; undefined until known, and where this device can't use a passkey. */
function useWays() {
  const { passkeys } = useBranding()
  const canUse = passkeys && 'PublicKeyCredential' in window
  return useQuery({ ...queryFor('GET /api/account/second-factor/ways'), enabled: canUse }).data
}

type GivePasskeyProps = { tone: ButtonTone; label: string; className: string }

function GivePasskey({ tone, label, className }: GivePasskeyProps) {
  const { givePasskey } = useCodeStep()
  return (
    <div className={className}>
      {givePasskey.error === null ? null : (
        <Notice tone="danger" live="alert" className="mb-4">
          {givePasskey.error.name === 'NoAnswerError'
            ? givePasskey.error.message
            : detailOf(givePasskey.error)}
        </Notice>
      )}
      <Button
        tone={tone}
        className="w-full"
        pending={givePasskey.isPending}
        pendingLabel="Waiting for your device..."
        onClick={() => givePasskey.mutate()}
      >
        {label}
      </Button>
    </div>
  )
}

function LostBoth() {
  const { giveUp } = useCodeStep()
  return (
    <div className="mt-8 border-t border-hairline pt-6 text-pretty">
      <p>Lost your device and your recovery codes? A system administrator can reset this step for you.</p>
      <Button
        tone="secondary"
        size="small"
        className="mt-4"
        pending={giveUp.isPending}
        pendingLabel="Leaving..."
        onClick={() => giveUp.mutate()}
      >
        Use a different account
      </Button>
    </div>
  )
}

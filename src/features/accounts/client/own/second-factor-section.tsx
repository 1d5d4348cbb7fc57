import { useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'
import type { AnswerOf } from '#base/rules/api/contract.ts'
import type { GivenProof } from '#features/access/api/own-proof.ts'
import { formatDate } from '#base/rules/time/dates.ts'
import { session } from '#features/access/client/session.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { PasswordDialog } from '#features/sign-in/client/password-dialog.tsx'
import { call } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { Badge } from '#base/client/ui/badge.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { Spinner } from '#base/client/ui/spinner.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import { WarningNote } from '#base/client/ui/warning-note.tsx'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { RecoveryCodesDialog } from '#features/sign-in/client/second-factor/recovery-codes-dialog.tsx'
import { SetUp } from './set-up.tsx'

/** At this number of recovery codes, a warning shows. */
const FEW_CODES = 3

const secondFactorQuery = queryFor('GET /api/account/second-factor')

const turnOffTexts = {
  required: {
    open: 'Use another authenticator',
    title: 'Use another authenticator',
    description: 'The current one is removed, and you set up the new one straight away.',
    confirm: 'Remove the current one',
  },
  optional: {
    open: 'Turn off',
    title: 'Turn the authenticator off',
    description: 'You will sign in with your password only, and your recovery codes will stop working.',
    confirm: 'Turn off',
  },
  besidePasskey: {
    open: 'Turn off',
    title: 'Turn the authenticator off',
    description: 'Your passkeys stay: you sign in with one, alone or after your password.',
    confirm: 'Turn off',
  },
} as const

/** The authenticator of staff: set up, renew recovery codes, turn off. */
export function SecondFactorSection() {
  const { data, isError, refetch } = useQuery({ ...secondFactorQuery, staleTime: 0 })
  const [settingUp, setSettingUp] = useState(false)
  const client = useQueryClient()
  const refresh = () => {
    setSettingUp(false)
    void client.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
    void session.ask()
  }
  return (
    <Section
      title="Authenticator"
      description="A second step when you sign in: a code from an app on your phone, as well as your password. Someone who learns your password still can’t sign in."
    >
      {isError ? (
        <LoadFailure onRetry={() => void refetch()}>Your authenticator could not be loaded.</LoadFailure>
      ) : null}
      {data === undefined && !isError ? <Spinner label="Loading..." /> : null}
      {settingUp ? <SetUp onDone={refresh} onCancel={() => setSettingUp(false)} /> : null}
      {data && !settingUp ? (
        <Choices {...data} onChanged={refresh} onSetUp={() => setSettingUp(true)} />
      ) : null}
    </Section>
  )
}

type ChoicesProps = AnswerOf<'GET /api/account/second-factor'> & {
  onChanged: () => void
  onSetUp: () => void
}

function Choices({ onSetUp, ...factor }: ChoicesProps) {
  const { since, recoveryCodesLeft, authenticator } = factor
  return (
    <>
      {since === null ? null : (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone="success">In use</Badge>
          <span>{`${authenticator ? 'Since' : 'With a passkey, since'} ${formatDate(new Date(since))}. Recovery codes left: ${recoveryCodesLeft}.`}</span>
        </p>
      )}
      {since !== null && recoveryCodesLeft <= FEW_CODES ? (
        <WarningNote>Make new recovery codes before the last one is used.</WarningNote>
      ) : null}
      <div className={clsx('flex flex-wrap gap-3', since !== null && 'mt-6')}>
        {authenticator ? null : (
          <Button
            tone={since === null ? 'primary' : 'secondary'}
            size={since === null ? 'normal' : 'small'}
            onClick={onSetUp}
          >
            Set up an authenticator
          </Button>
        )}
        {since === null ? null : <Changes {...factor} />}
      </div>
    </>
  )
}

type Open = 'renew' | 'turn-off' | { codes: string[] } | null

function Changes({ authenticator, required, onChanged }: Omit<ChoicesProps, 'onSetUp'>) {
  const { passkeys: offered } = useBranding()
  const { data: passkeys } = useQuery({ ...queryFor('GET /api/account/passkeys'), enabled: offered })
  const [open, setOpen] = useState<Open>(null)
  // New codes stay until they are saved.
  const close = () => setOpen((now) => (typeof now === 'string' ? null : now))
  const renew = async (proof: GivenProof) =>
    setOpen({
      codes: (await call('POST /api/account/second-factor/recovery-codes', { body: { proof } }))
        .recoveryCodes,
    })
  const turnOff = async (proof: GivenProof) => {
    await call('POST /api/account/second-factor/removal', { body: { proof } })
    toast({ title: 'Authenticator removed', description: 'You won’t be asked for it again.' })
    onChanged()
  }
  const text =
    turnOffTexts[
      passkeys?.some(({ worksHere }) => worksHere) ? 'besidePasskey' : required ? 'required' : 'optional'
    ]
  return (
    <>
      <Button tone="secondary" size="small" onClick={() => setOpen('renew')}>
        Make new recovery codes
      </Button>
      {authenticator ? (
        <Button tone="secondary" size="small" onClick={() => setOpen('turn-off')}>
          {text.open}
        </Button>
      ) : null}
      {open === 'renew' ? (
        <PasswordDialog
          title="Make new recovery codes"
          description="The codes you have now will stop working."
          submitLabel="Make new codes"
          pendingLabel="Making..."
          withCode
          send={renew}
          onClose={close}
        />
      ) : null}
      {open === 'turn-off' ? (
        <PasswordDialog
          title={text.title}
          description={text.description}
          submitLabel={text.confirm}
          pendingLabel="Removing..."
          tone="danger"
          withCode
          send={turnOff}
          onClose={close}
        />
      ) : null}
      {typeof open === 'object' && open !== null ? (
        <RecoveryCodesDialog
          title="Your new recovery codes"
          codes={open.codes}
          onDone={() => {
            setOpen(null)
            onChanged()
          }}
        />
      ) : null}
    </>
  )
}

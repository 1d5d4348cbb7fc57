import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf } from '#domain/api/contract.ts'
import { formatDate } from '#domain/time/dates.ts'
import { session } from '#client/features/auth/session.ts'
import { queryFor } from '#client/shared/lib/query-client.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Section } from '#client/ui/section.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
import { WarningNote } from '#client/ui/warning-note.tsx'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { RenewDialog } from './renew-dialog.tsx'
import { SetUp } from './set-up.tsx'
import { TurnOffDialog } from './turn-off-dialog.tsx'

/** At this number of recovery codes, a warning shows. */
const FEW_CODES = 3

const secondFactorQuery = queryFor('GET /api/account/second-factor')

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
      {data?.since === null && !settingUp ? (
        <Button onClick={() => setSettingUp(true)}>Set up an authenticator</Button>
      ) : null}
      {data && data.since !== null && !settingUp ? <InUse {...data} onChanged={refresh} /> : null}
    </Section>
  )
}

type InUseProps = AnswerOf<'GET /api/account/second-factor'> & { onChanged: () => void }

function InUse({ since, recoveryCodesLeft, required, onChanged }: InUseProps) {
  const [open, setOpen] = useState<'renew' | 'turn-off' | null>(null)
  const close = () => setOpen(null)
  const done = () => {
    close()
    onChanged()
  }
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone="success">In use</Badge>
        <span>{`Since ${formatDate(new Date(since ?? ''))}. Recovery codes left: ${recoveryCodesLeft}.`}</span>
      </p>
      {recoveryCodesLeft <= FEW_CODES ? (
        <WarningNote>Make new recovery codes before the last one is used.</WarningNote>
      ) : null}
      <div className="mt-6 flex flex-wrap gap-3">
        <Button tone="secondary" size="small" onClick={() => setOpen('renew')}>
          Make new recovery codes
        </Button>
        <Button tone="secondary" size="small" onClick={() => setOpen('turn-off')}>
          {required ? 'Use another authenticator' : 'Turn off'}
        </Button>
      </div>
      {open === 'renew' ? <RenewDialog onClose={close} onDone={done} /> : null}
      {open === 'turn-off' ? <TurnOffDialog required={required} onClose={close} onDone={done} /> : null}
    </>
  )
}

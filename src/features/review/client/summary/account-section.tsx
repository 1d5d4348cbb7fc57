import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { Allowed } from '#features/access/client/use-may.tsx'
import { logAddress } from '#features/audit/client/log-filter.ts'
import { useSession } from '#features/access/client/use-session.ts'
import { call, detailOf } from '#base/client/lib/api.ts'
import { applicationListsKey } from '#base/client/lists/application-lists-key.ts'
import { paths } from '#base/client/paths.ts'
import { Button } from '#base/client/ui/button.tsx'
import { LinkButton } from '#base/client/ui/link-button.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import { CorrectClientDialog } from '#features/accounts/client/correct-client-dialog.tsx'
import { reviewedQuery } from '../status/use-status-change.ts'

type AccountSectionProps = { application: ReviewedApplication }

/** The client's account name and sign-in address, with an edit dialog. */
export function AccountSection({ application }: AccountSectionProps) {
  const { userId, username, accountName, newAddress, invitedUntil } = application
  const { user } = useSession()
  const [correcting, setCorrecting] = useState(false)
  const readAgain = useReadingAgain(application)
  return (
    <>
      <p className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="min-w-0 wrap-anywhere">
          <span className="text-ink-soft">Account</span>{' '}
          <span>{accountName === null ? username : `${accountName}, ${username}`}</span>
        </span>
        <Allowed to="client.correct">
          <Button size="small" tone="secondary" onClick={() => setCorrecting(true)}>
            Correct Name or Address
          </Button>
        </Allowed>
        {user?.role === 'admin' ? (
          <LinkButton size="small" tone="quiet" href={logAddress(paths.security, userId, 'views')}>
            Who has seen this client?
          </LinkButton>
        ) : null}
      </p>
      {newAddress === null ? null : <Waiting {...{ application, newAddress }} onStopped={readAgain} />}
      {correcting ? (
        <CorrectClientDialog
          account={{ userId, username, accountName, isAwaited: invitedUntil !== null }}
          onClose={() => setCorrecting(false)}
          onCorrected={readAgain}
        />
      ) : null}
    </>
  )
}

function useReadingAgain({ id }: ReviewedApplication) {
  const client = useQueryClient()
  return () => {
    for (const queryKey of [applicationListsKey, reviewedQuery(id).queryKey]) {
      void client.invalidateQueries({ queryKey })
    }
  }
}

type WaitingProps = AccountSectionProps & {
  newAddress: NonNullable<ReviewedApplication['newAddress']>
  onStopped: () => void
}

/** A pending change of address, with a cancel button. */
function Waiting({ application: { userId, username }, newAddress, onStopped }: WaitingProps) {
  const { email, expiresAt } = newAddress
  const stop = useMutation({
    mutationFn: () => call('DELETE /api/admin/clients/{id}/address', { params: { id: userId } }),
    onSuccess: () => toast({ title: 'Change Stopped', description: `The client keeps ${username}.` }),
    onError: (error) => toast({ variant: 'destructive', title: 'Not stopped', description: detailOf(error) }),
    onSettled: onStopped,
  })
  return (
    <Notice
      className="mb-8"
      title="A new email address is waiting to be confirmed"
      action={
        <Allowed to="client.correct">
          <Button
            size="small"
            tone="secondary"
            pending={stop.isPending}
            pendingLabel="Stopping..."
            onClick={() => stop.mutate()}
          >
            Stop the Change
          </Button>
        </Allowed>
      }
    >
      <span className="wrap-anywhere">{`We emailed ${email} and ${username}. The client has until ${formatDateTime(new Date(expiresAt))} to confirm; until then, they sign in as before.`}</span>
    </Notice>
  )
}

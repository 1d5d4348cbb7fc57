import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReviewedApplication } from '#domain/api/staff-applications.ts'
import { formatDateTime } from '#domain/time/dates.ts'
import { Allowed } from '#client/features/auth/use-may.tsx'
import { logAddress } from '#client/features/audit/log-filter.ts'
import { useSession } from '#client/features/auth/use-session.ts'
import { call, detailOf } from '#client/shared/lib/api.ts'
import { applicationListsKey } from '#client/shared/lists/application-lists-key.ts'
import { paths } from '#client/shared/shell/paths.ts'
import { Button } from '#client/ui/button.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { CorrectClientDialog } from '#client/features/users/correct-client-dialog.tsx'
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

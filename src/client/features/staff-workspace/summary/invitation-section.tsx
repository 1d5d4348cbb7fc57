import { useQueryClient } from '@tanstack/react-query'
import type { ReviewedApplication } from '#domain/api/staff-applications.ts'
import { formatDateTime } from '#domain/time/dates.ts'
import { invitationState, invitationText } from '#domain/users/invitations.ts'
import { Allowed } from '#client/features/auth/use-may.tsx'
import { applicationListsKey } from '#client/shared/lists/application-lists-key.ts'
import { Notice } from '#client/ui/notice.tsx'
import { ResendInvitation } from '#client/features/users/resend-invitation.tsx'
import { reviewedQuery } from '../status/use-status-change.ts'

/** For a draft whose client has never signed in: until when they can, and a button to invite them again. */
export function InvitationSection({ application }: { application: ReviewedApplication }) {
  const { id, status, invitedUntil } = application
  const client = useQueryClient()
  if (invitedUntil === null || status !== 'draft') return null
  const [until, now] = [new Date(invitedUntil), new Date()]
  const isOpen = invitationState(until, now) === 'open'
  const readAgain = () => {
    for (const queryKey of [applicationListsKey, reviewedQuery(id).queryKey]) {
      void client.invalidateQueries({ queryKey })
    }
  }
  return (
    <Notice
      tone={isOpen ? 'info' : 'warning'}
      className="mb-8"
      title={invitationText(until, now)}
      action={
        <Allowed to="invitation.renew">
          <ResendInvitation applicationId={id} tone={isOpen ? 'secondary' : 'primary'} onResent={readAgain} />
        </Allowed>
      }
    >
      {isOpen
        ? `The client hasn’t signed in yet. The temporary password expires on ${formatDateTime(until)}.`
        : 'The client has never signed in, and the temporary password has expired. Resend the invitation to create a new one.'}
    </Notice>
  )
}

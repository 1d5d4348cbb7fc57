import { useQueryClient } from '@tanstack/react-query'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import { formatDate, formatDateTime } from '#base/rules/time/dates.ts'
import { invitationState, invitationText } from '#features/accounts/rules/invitations.ts'
import { Allowed } from '#features/access/client/use-may.tsx'
import { applicationListsKey } from '#base/client/lists/application-lists-key.ts'
import { Notice } from '#base/client/ui/notice.tsx'
import { ResendInvitation } from '#features/accounts/client/resend-invitation.tsx'
import { reviewedQuery } from '../status/use-status-change.ts'

/**
 * For a client who was imported: since when, and a button to invite them. For a draft whose client has never signed in:
 * until when they can, and a button to invite them again.
 */
export function InvitationSection({ application }: { application: ReviewedApplication }) {
  const { id, status, invitedUntil, imported } = application
  const readAgain = useReadAgain(id)
  if (imported !== null && invitedUntil === null) return <ImportedNotice {...{ id, imported, readAgain }} />
  if (invitedUntil === null || status !== 'draft') return null
  const [until, now] = [new Date(invitedUntil), new Date()]
  const isOpen = invitationState(until, now) === 'open'
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

function useReadAgain(id: string): () => void {
  const client = useQueryClient()
  return () => {
    for (const queryKey of [applicationListsKey, reviewedQuery(id).queryKey]) {
      void client.invalidateQueries({ queryKey })
    }
  }
}

type ImportedNoticeProps = {
  id: string
  imported: NonNullable<ReviewedApplication['imported']>
  readAgain: () => void
}

/** The statements and documents of an imported client are not here. */
function ImportedNotice({ id, imported: { at, reference, notInvited }, readAgain }: ImportedNoticeProps) {
  return (
    <Notice
      tone="info"
      className="mb-8"
      title={`Imported on ${formatDate(new Date(at))}, not completed here`}
      action={
        notInvited ? (
          <Allowed to="invitation.renew">
            <ResendInvitation applicationId={id} tone="secondary" onResent={readAgain} isFirst />
          </Allowed>
        ) : undefined
      }
    >
      {`The answers come from a file of another system${reference === null ? '' : `, where the client’s reference is ${reference}`}. Nothing was verified here.${notInvited ? ' The client was not invited yet.' : ''}`}
    </Notice>
  )
}

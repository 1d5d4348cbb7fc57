import type { ImportDetail } from '#domain/api/imports.ts'
import { call } from '#client/shared/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { Section } from '#client/ui/section.tsx'
import { useImportChange } from './import-query.ts'
import { peopleText } from './import-texts.ts'

/** Invites the staff of an import who were not invited yet. */
export function StaffInvitations({ detail }: { detail: ImportDetail }) {
  const { id, kind, notInvited } = detail
  const invite = useImportChange(detail, () =>
    call('POST /api/system-admin/imports/{id}/invitations', { params: { id } }),
  )
  const who = peopleText(notInvited, kind)
  return (
    <Section
      title="Invitations"
      description={
        notInvited === 0
          ? 'All were invited.'
          : `${who} ${notInvited === 1 ? 'was' : 'were'} not invited yet. Each gets an email with a way to sign in. Wealth managers upload their FAIS letter once they have signed in; until then their clients cannot sign it.`
      }
    >
      {notInvited === 0 ? null : (
        <Button
          pending={invite.isPending}
          pendingLabel="Inviting..."
          onClick={() => invite.mutate(undefined)}
        >
          {`Invite ${who}`}
        </Button>
      )}
    </Section>
  )
}

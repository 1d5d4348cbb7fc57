import { eq } from 'drizzle-orm'
import type { Context } from '#base/server/context.ts'
import { withEditedMails } from '#features/mail/server/edited-mail.ts'
import { importRows, invitationPlans } from '#features/imports/schema.ts'
import { importedInvitations, isPlanned, nextPlanned } from './planned-clients.ts'
import { invitePlanned } from './send-invitations.ts'

/**
 * Queues one invitation of each kind that a plan sends, for a preview. For dry runs only.
 *
 * @returns the number of clients to be invited
 */
export async function mailInvitationExamples(context: Context, importId: string): Promise<number> {
  const { db } = context.database
  const [plan] = await db.select().from(invitationPlans).where(eq(invitationPlans.importId, importId))
  if (plan === undefined) return 0
  const standard = { invitation: undefined, 'invitation-imported': undefined }
  const { context: edited } = withEditedMails({ context }, { ...standard, ...plan.mails })
  const clients = await db.$count(importRows, isPlanned(plan))
  for (const invitation of importedInvitations) {
    const [first] = await nextPlanned(db, isPlanned(plan, { invitation }), 1)
    if (first !== undefined) await invitePlanned(edited, plan, first)
  }
  return clients
}

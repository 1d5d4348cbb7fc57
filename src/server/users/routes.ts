import type { userEndpoints } from '#domain/api/users.ts'
import type { Handlers } from '#server/http/route.ts'
import { inviteClient } from './invite-client.ts'

/** What staff do about people (specification section 7). */
export const userHandlers: Handlers<keyof typeof userEndpoints> = {
  'POST /api/send-invitation': async ({ context, actor, origin, now, body }) => {
    const { email, fullName, wealthManagerId } = body
    const invitation = { actor, origin, now, email, fullName: fullName || null, wealthManagerId }
    const { expiresAt, ...invited } = await inviteClient(context, invitation)
    return {
      ...invited,
      expiresAt: expiresAt.toISOString(),
      emailed: context.settings.mail.smtpUrl !== undefined,
    }
  },
}

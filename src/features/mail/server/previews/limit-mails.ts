import type { ContractKey } from '#base/rules/api/contract.ts'
import { previewedCalls, type PreviewedCall } from '#features/mail/api/mail-previews.ts'
import type { Call, Handler, Handlers } from '#features/access/server/http/route.ts'
import type { LimitName } from '#base/server/throttling/limits.ts'
import { doWithin } from '#base/server/throttling/throttle.ts'

/** Limits of calls that send mail, by sender, and by recipient. */
interface MailLimits {
  hourly: LimitName
  daily: LimitName | null
}

/** Limits of every call with which staff send mail. Bulk calls are limited where they run: each client once a day. */
const limitsOfCalls: Readonly<Record<PreviewedCall, MailLimits>> = {
  'POST /api/admin/applications/{id}/reminder': { hourly: 'staffMails', daily: 'mailsToOne' },
  'POST /api/admin/applications/{id}/invitation': { hourly: 'invitations', daily: 'mailsToOne' },
  'PATCH /api/admin/applications/{id}/status': { hourly: 'staffMails', daily: 'changesOfOne' },
  'PUT /api/admin/applications/{id}/status': { hourly: 'staffMails', daily: 'changesOfOne' },
  'POST /api/admin/applications/{id}/reopen': { hourly: 'staffMails', daily: 'mailsToOne' },
  'POST /api/admin/applications/{id}/pack/ask': { hourly: 'staffMails', daily: 'mailsToOne' },
  'POST /api/admin/applications/{id}/corrections/send': { hourly: 'staffMails', daily: 'mailsToOne' },
  'POST /api/admin/applications/{id}/corrections/withdraw': { hourly: 'staffMails', daily: 'mailsToOne' },
  'PUT /api/admin/applications/{id}/wealth-manager': { hourly: 'staffMails', daily: 'changesOfOne' },
  'POST /api/admin/wealth-managers/{id}/hand-over': { hourly: 'staffMails', daily: 'changesOfOne' },
  'POST /api/admin/clients/{id}/correction': { hourly: 'staffMails', daily: 'mailsToOne' },
  'POST /api/admin/applications/{id}/notes': { hourly: 'mentions', daily: null },
  'PUT /api/admin/applications/{id}/notes/{noteId}': { hourly: 'mentions', daily: null },
  'POST /api/admin/annual-reviews/notify': { hourly: 'staffMails', daily: null },
  'POST /api/admin/bulk-acts': { hourly: 'bulkActs', daily: null },
  'PUT /api/admin/imports/{id}/invitations': { hourly: 'staffMails', daily: null },
  'POST /api/send-invitation': { hourly: 'invitations', daily: null },
  'POST /api/system-admin/users': { hourly: 'invitations', daily: null },
  'PATCH /api/system-admin/users/{id}': { hourly: 'staffMails', daily: 'changesOfOne' },
  'POST /api/system-admin/users/{id}/reset-password': { hourly: 'staffMails', daily: 'mailsToOne' },
  'DELETE /api/system-admin/users/{id}/second-factor': { hourly: 'staffMails', daily: 'mailsToOne' },
}

const TOO_MANY = 'You’ve sent too many emails in the last hour.'
const TOO_MANY_TO_ONE = 'This person has already had too many emails of this kind today.'

/** Adds limits to the handlers that send mail. */
export function limitMails(handlers: Handlers<ContractKey>): Handlers<ContractKey> {
  const limited = previewedCalls.map((key) => [key, limitCall(key, handlers[key])])
  return { ...handlers, ...(Object.fromEntries(limited) as Handlers<PreviewedCall>) }
}

function limitCall<Key extends PreviewedCall>(key: Key, handler: Handler<Key>): Handler<Key> {
  if (typeof handler !== 'function') throw new Error(`${key} reads with its session: it mails nothing.`)
  const { hourly, daily } = limitsOfCalls[key]
  // Counted where they begin.
  if (hourly === 'bulkActs') return handler
  return (call: Call<Key>) => {
    const { actor, context } = call
    if (actor === null || (hourly === 'mentions' && !mentions(call))) return handler(call)
    return doWithin(context, [hourly, actor.userId, TOO_MANY], () => {
      if (daily === null) return handler(call)
      const { id } = call.params as { id: string }
      return doWithin(context, [daily, `${key} ${id}`, TOO_MANY_TO_ONE], () => handler(call))
    })
  }
}

/** Only a note with mentions sends mail. */
function mentions({ body }: { body: unknown }): boolean {
  const { mentions: named } = body as { mentions: readonly string[] }
  return named.length > 0
}

import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { ParsedInput } from '#base/rules/api/contract.ts'
import type { ClientKind } from '#features/applications/rules/documents/kinds.ts'
import { PHONE_LINK_LIFETIME_MS } from '#features/documents/rules/phone-links.ts'
import { kindOf } from '#features/documents/server/document-target.ts'
import { requireLetterToSign } from '#features/documents/server/letter-to-sign.ts'
import { authenticate, sessionColumns } from '#features/sign-in/server/sessions.ts'
import { itemOfClient } from '#features/corrections/server/answer.ts'
import { prepareOnce } from '#base/server/db/prepare-once.ts'
import { phoneLinks } from '#features/documents/schema/phone-schema.ts'
import { sessions, users } from '#features/access/schema/tables.ts'
import { DomainError, notFound } from '#base/server/domain-error.ts'
import { hashMailedCode, hashToken, newMailedCode, newToken } from '#base/server/encryption/secret-token.ts'
import type { Actor } from '#features/access/server/actor.ts'
import { editableApplicationOf } from '#features/applications/server/record/editable.ts'
import { record } from '#features/audit/server/record.ts'
import { inTransaction, type CommandContext } from '#features/access/server/command-context.ts'
import type { Context } from '#base/server/context.ts'
import { requirePermission } from '#features/access/server/permission.ts'
import { addressKey } from '#base/server/throttling/address-key.ts'
import { attemptWithin } from '#base/server/throttling/throttle.ts'

type Target = ParsedInput<'POST /api/application/phone-link'>['body']

const TOO_MANY = 'Too many wrong links or codes.'
const WRONG = {
  unknown: 'This code isn’t one of ours. Please compare it with the code on your computer.',
  opened: 'This link was opened on a phone already. Please show a new one on your computer.',
  expired: 'This link is older than ten minutes. Please show a new one on your computer.',
} as const

/**
 * Makes a link that takes photos for one question, valid for ten minutes and opened once. It ends with the session.
 *
 * @returns its code, of which only the hash is stored
 * @throws DomainError conflict (409) where the question takes no files, not-found for an item of another client
 */
export async function makePhoneLink(
  act: CommandContext,
  target: Target,
): Promise<{ code: string; expiresAt: Date }> {
  const { context, actor, now } = act
  const kind = await kindOfTarget(act, target)
  const applicationId = await editableApplicationOf(act, kind)
  await requireLetterToSign(act, kind)
  const code = newMailedCode()
  const expiresAt = new Date(now.getTime() + PHONE_LINK_LIFETIME_MS)
  const { itemId = null, paper } = target
  const link = {
    applicationId,
    linkHash: hashMailedCode(code),
    phoneHash: null,
    kind,
    itemId,
    task: paper?.task ?? null,
    paper: paper?.paper ?? null,
    issuedOn: paper?.issuedOn ?? null,
    expiresOn: paper?.expiresOn ?? null,
    expiresAt,
  }
  await inTransaction({ ...act, context }, async (work) => {
    await work.tx
      .insert(phoneLinks)
      .values({ sessionId: actor.sessionId, ...link })
      .onConflictDoUpdate({ target: phoneLinks.sessionId, set: link })
    await record(work, 'document.phone-link-made', applicationId, { kind })
  })
  return { code, expiresAt }
}

async function kindOfTarget(
  { context, actor }: CommandContext,
  { kind, itemId, paper }: Target,
): Promise<ClientKind> {
  if ([kind, itemId, paper].filter((one) => one !== undefined).length !== 1) {
    throw new DomainError('invalid', 'Please name one list, one requested item or one paper.')
  }
  if (paper !== undefined) return 'ficaPaper'
  if (kind !== undefined) return kind
  const found = kindOf((await itemOfClient(context, itemId ?? '', actor)).subject)
  if (found === null || found === 'staffFais') throw notFound()
  return found
}

const findByPhone = prepareOnce((db) =>
  db
    .select({ ...sessionColumns, link: phoneLinks })
    .from(phoneLinks)
    .innerJoin(sessions, eq(sessions.id, phoneLinks.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(phoneLinks.phoneHash, sql.placeholder('tokenHash')), isNull(users.deactivatedAt)))
    .prepare('find_phone'),
)

/** A phone that has opened a link: it acts for the client whose session made it, for one question only. */
export interface Phone {
  actor: Actor
  link: typeof phoneLinks.$inferSelect
}

/**
 * The phone of a secret.
 *
 * @throws DomainError invalid (400) for an unknown secret, after ten minutes, and once the session has ended
 */
export async function findPhone(context: Context, secret: string, now: Date): Promise<Phone> {
  const found = await authenticate(context, findByPhone, secret, { now, isUse: true })
  if (found === null || now >= found.row.link.expiresAt) throw wrong('expired')
  requirePermission(found.actor, 'document.add')
  return { actor: found.actor, link: found.row.link }
}

/**
 * Opens a link on a phone. Of several phones one succeeds.
 *
 * @returns the phone and its secret, of which only the hash is stored
 * @throws DomainError invalid (400) for an unknown, opened or expired link; throttled (429) for too many wrong ones
 */
export async function openPhoneLink(
  act: CommandContext<Actor | null>,
  code: string,
): Promise<Phone & { secret: string }> {
  const { context, origin, now } = act
  return attemptWithin(context, ['phoneLink', addressKey(origin.ip), TOO_MANY], async () => {
    const secret = newToken()
    const [claimed] = await context.database.db
      .update(phoneLinks)
      .set({ phoneHash: hashToken(secret) })
      .where(
        and(
          eq(phoneLinks.linkHash, hashMailedCode(code)),
          isNull(phoneLinks.phoneHash),
          gt(phoneLinks.expiresAt, now),
        ),
      )
      .returning({ applicationId: phoneLinks.applicationId, kind: phoneLinks.kind })
    if (claimed === undefined) throw wrong(await whyNotOpened(context, code, now))
    const phone = await findPhone(context, secret, now)
    const { applicationId, kind } = claimed
    await inTransaction({ ...act, actor: phone.actor }, (work) =>
      record(work, 'document.phone-link-opened', applicationId, { kind }),
    )
    return { ...phone, secret }
  })
}

async function whyNotOpened({ database }: Context, code: string, now: Date): Promise<keyof typeof WRONG> {
  const [link] = await database.db
    .select({ phoneHash: phoneLinks.phoneHash, expiresAt: phoneLinks.expiresAt })
    .from(phoneLinks)
    .where(eq(phoneLinks.linkHash, hashMailedCode(code)))
  if (link === undefined) return 'unknown'
  return link.expiresAt <= now ? 'expired' : 'opened'
}

function wrong(why: keyof typeof WRONG): DomainError {
  const message = WRONG[why]
  return new DomainError('invalid', message, { errors: [{ path: 'token', message }] })
}

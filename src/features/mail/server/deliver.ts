import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { and, asc, eq, isNotNull, isNull, lte, sql, type SQL } from 'drizzle-orm'
import type { SendMailOptions } from 'nodemailer'
import { record, recordFailure } from '#features/audit/server/record.ts'
import type { Context } from '#base/server/context.ts'
import { bulkActs } from '#features/review/schema/bulk-schema.ts'
import type { Queries } from '#base/server/db/database.ts'
import { shutOf } from '#features/access/server/require-open.ts'
import { mailOutbox, withheldMails } from '#features/mail/schema.ts'
import { users } from '#features/access/schema/tables.ts'
import { reasonOf } from '#base/server/logging/describe-error.ts'
import { traced } from '#base/server/tracing/span.ts'
import {
  systemContext,
  inTransaction,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { isAboutClients } from './recipient-policy.ts'
import { delayAfter, isGivenUp } from './retry-schedule.ts'
import { decrypt } from '#base/server/db/encrypted-columns.ts'
import { attachmentsOf } from './templates/emblem.ts'
import { isTemplate, templates } from './templates/templates.ts'
import { MailRefusedError, type MailTransport } from './transports/transport.ts'

type OutboxRow = typeof mailOutbox.$inferSelect

/**
 * How long a server owns a claimed mail. If it dies, another one sends the mail afterwards, under the same Message-ID.
 * Longer than any attempt.
 */
const CLAIM_MS = 5 * 60_000
/**
 * How long due mails of bulk actions yield to running bulk actions; a stuck one must not block mails longer
 * (docs/decisions/0082).
 */
const MAKES_WAY_MS = 60_000
const ERROR_LENGTH = 500

/** Replaces the content of a mail with secrets once no further attempt is needed. */
const wiped = { textBody: '', htmlBody: '' } as const

/**
 * Sends all due mails in turn, until none are left or the server cannot be reached. Safe on several servers: each mail
 * is claimed by one.
 *
 * @param stopping ends it after the current mail
 * @returns the number sent
 */
export async function deliverDueMail(
  context: Context,
  transport: MailTransport,
  stopping?: AbortSignal,
): Promise<number> {
  let sent = 0
  for (;;) {
    if (stopping?.aborted === true) return sent
    const mail = await claimNext(context)
    if (mail === null) return sent
    const outcome = await tracedAttempt(context, transport, mail)
    if (outcome === 'sent') sent += 1
    if (outcome === 'unreachable') return sent
  }
}

/** The next due mail: individual mails come before those of bulk actions. */
async function claimNext({ database: { db }, now }: Context): Promise<OutboxRow | null> {
  const time = now()
  const first = nextDue(db, sql`not ${mailOutbox.ofMany}`, time)
  const ofMany = nextDue(db, sql`${mailOutbox.ofMany}`, dueOfMany(db, time))
  const [claimed] = await db
    .update(mailOutbox)
    .set({
      attempts: sql`${mailOutbox.attempts} + 1`,
      nextAttemptAt: new Date(time.getTime() + CLAIM_MS),
    })
    .where(sql`${mailOutbox.id} = coalesce((${first}), (${ofMany}))`)
    .returning()
  return claimed ?? null
}

function nextDue(db: Queries, which: SQL, by: Date | SQL) {
  return db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(
      and(isNull(mailOutbox.sentAt), isNull(mailOutbox.givenUpAt), which, lte(mailOutbox.nextAttemptAt, by)),
    )
    .orderBy(asc(mailOutbox.nextAttemptAt))
    .limit(1)
    .for('update', { skipLocked: true })
}

/** Due time up to which mails of bulk actions are sent now: earlier while a bulk action runs on any server. */
function dueOfMany(db: Queries, time: Date): SQL {
  const underWay = db
    .select({ id: bulkActs.id })
    .from(bulkActs)
    .where(and(isNotNull(bulkActs.startedAt), isNull(bulkActs.endedAt)))
  const at = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`
  const now = time.getTime()
  return sql`case when exists (${underWay}) then ${at(now - MAKES_WAY_MS)} else ${at(now)} end`
}

/**
 * Traced by template only, never by recipient or content. A trace of its own, since it may be sent days after the
 * request.
 */
function tracedAttempt(context: Context, transport: MailTransport, mail: OutboxRow) {
  const template = isTemplate(mail.template) ? mail.template : 'unknown'
  const attributes = { 'onboarding.mail.template': template }
  const start = { name: `mail ${template}`, kind: SpanKind.CLIENT, attributes }
  return traced(context.tracer, start, async (root) => {
    const outcome = await attempt(context, transport, mail)
    root?.setAttribute('onboarding.mail.outcome', outcome)
    if (outcome !== 'sent') root?.setStatus({ code: SpanStatusCode.ERROR })
    return outcome
  })
}

async function attempt(
  context: Context,
  transport: MailTransport,
  mail: OutboxRow,
): Promise<'sent' | 'refused' | 'unreachable'> {
  if (await isShut(context, mail)) {
    await withhold(context, mail)
    return 'refused'
  }
  if (await isObsolete(context, mail)) {
    await giveUp(context, mail)
    return 'refused'
  }
  try {
    await transport.send(compose(context, mail))
  } catch (error) {
    await noteFailure(context, mail, error)
    return error instanceof MailRefusedError ? 'refused' : 'unreachable'
  }
  await context.database.db
    .update(mailOutbox)
    .set({ sentAt: context.now(), lastError: null, ...(isSecret(mail) && wiped) })
    .where(eq(mailOutbox.id, mail.id))
  return 'sent'
}

/** Whether its client is no longer as far as the mail needs (docs/decisions/0156). */
async function isShut(context: Context, { applicationId, gateLevel }: OutboxRow): Promise<boolean> {
  if (gateLevel === null || applicationId === null) return false
  const work = { tx: context.database.db, actor: null, context, now: context.now() }
  return (await shutOf(work, [applicationId], gateLevel)).size > 0
}

/** Drops a mail, which only compliance sees: neither its recipient nor who caused it. */
async function withhold(
  context: Context,
  { id, applicationId, template, subject }: OutboxRow,
): Promise<void> {
  if (applicationId === null) return
  await inTransaction(systemContext(context), async (work) => {
    const { tx, now } = work
    await tx.delete(mailOutbox).where(eq(mailOutbox.id, id))
    await tx.insert(withheldMails).values({ id, applicationId, template, subject, at: now })
    await record(work, 'mail.withheld', id, { template })
  })
}

/** Whether it is about clients and its recipient is no longer active staff: it may have waited for days. */
async function isObsolete(
  { database: { db } }: Context,
  { template, recipient }: OutboxRow,
): Promise<boolean> {
  if (!isTemplate(template) || !isAboutClients[template]) return false
  const [reader] = await db
    .select({ deactivatedAt: users.deactivatedAt })
    .from(users)
    .where(eq(users.username, recipient))
  return reader !== undefined && reader.deactivatedAt !== null
}

async function giveUp(context: Context, mail: OutboxRow): Promise<void> {
  await inTransaction(systemContext(context), async (work) => {
    await work.tx
      .update(mailOutbox)
      .set({ lastError: 'The recipient’s account is deactivated.', givenUpAt: work.now, ...wiped })
      .where(eq(mailOutbox.id, mail.id))
    await recordGivenUp(work, mail)
  })
}

async function noteFailure(context: Context, mail: OutboxRow, error: unknown): Promise<void> {
  const act = systemContext(context)
  const { now } = act
  const givenUp = isGivenUp(mail.attempts, error instanceof MailRefusedError)
  const facts = { mail: mail.id, template: mail.template, attempts: mail.attempts, givenUp }
  context.log.warn({ ...facts, err: error }, 'sending an email failed')
  await inTransaction(act, async (work) => {
    const { tx } = work
    await tx
      .update(mailOutbox)
      .set({
        lastError: reasonOf(error).slice(0, ERROR_LENGTH),
        nextAttemptAt: new Date(now.getTime() + delayAfter(mail.attempts)),
        ...(givenUp && { givenUpAt: now, ...(isSecret(mail) && wiped) }),
      })
      .where(eq(mailOutbox.id, mail.id))
    if (givenUp) await recordGivenUp(work, mail)
  })
}

/** Lets staff find out why a user received nothing: the address may be wrong. */
async function recordGivenUp(work: TransactionContext<null>, mail: OutboxRow): Promise<void> {
  const { tx } = work
  const [reader] = await tx.select({ id: users.id }).from(users).where(eq(users.username, mail.recipient))
  await recordFailure(work, 'mail.given-up', reader?.id ?? null, {
    template: mail.template,
    attempts: mail.attempts,
  })
}

function isSecret(mail: OutboxRow): boolean {
  return isTemplate(mail.template) && templates[mail.template].secret
}

/** The firm's sender name with the configured address, unless that has a name. */
function senderOf({ mail: { from }, branding: { senderName } }: Context['settings']) {
  return from.includes('<') ? from : { name: senderName, address: from }
}

/** Recipient and sender are passed as structured values, never parsed from a line. */
function compose({ settings, keyring }: Context, mail: OutboxRow): SendMailOptions {
  const html = decrypt(keyring, mailOutbox.htmlBody, mail.id, mail.htmlBody)
  return {
    from: senderOf(settings),
    to: { name: '', address: mail.recipient },
    ...(settings.branding.replyTo !== '' && { replyTo: { name: '', address: settings.branding.replyTo } }),
    subject: mail.subject,
    text: decrypt(keyring, mailOutbox.textBody, mail.id, mail.textBody),
    html,
    attachments: attachmentsOf(html, settings.branding),
    date: mail.createdAt,
    messageId: mail.messageId,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

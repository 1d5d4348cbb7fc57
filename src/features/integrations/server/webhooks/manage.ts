import { encrypt } from '#base/server/db/encrypted-columns.ts'
import { and, count, eq, sql } from 'drizzle-orm'
import type { WebhookEndpoint } from '#features/integrations/api/webhooks.ts'
import { MAX_ENDPOINTS } from '#features/integrations/rules/limits.ts'
import type { ParsedInput } from '#base/rules/api/contract.ts'
import { inProvenTransaction, type ProofFields } from '#features/sign-in/server/with-own-proof.ts'
import { record } from '#features/audit/server/record.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { newId } from '#base/server/db/id.ts'
import { webhookEndpoints } from '#features/integrations/schema.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { DomainError, notFound } from '#base/server/domain-error.ts'
import { AddressNotAllowedError, checkUrl } from './addresses.ts'
import { allowedBy } from './allowed-addresses.ts'
import { checkName } from './dial.ts'
import { webhookById } from './read.ts'
import { recordSwitch } from './settle.ts'
import { newSecret } from './sign.ts'

const PREVIOUS_SECRET_MS = 24 * 3_600_000
const CREATION_LOCK = 4_004_018

type Endpoint = typeof webhookEndpoints.$inferSelect

/** A webhook with a secret that is shown once. */
export interface WebhookWithSecret {
  webhook: WebhookEndpoint
  secret: string
}

/** Answers in the transaction, which stores the response of an idempotent call. */
type Answering<Given, Answer> = (tx: Transaction, given: Given) => Promise<Answer>

/** @throws DomainError invalid (400) at `url`, in words */
async function requireAllowedUrl({ context }: CommandContext, text: string): Promise<URL> {
  try {
    const allowed = allowedBy(context.settings)
    const url = checkUrl(text, allowed)
    await checkName(url.hostname, allowed)
    return url
  } catch (error) {
    const message =
      error instanceof AddressNotAllowedError
        ? error.message
        : 'We can’t find this host name. Please check it.'
    throw new DomainError('invalid', message, { errors: [{ path: 'url', message }] })
  }
}

/**
 * Adds a webhook, switched off until a test succeeds.
 *
 * @throws DomainError invalid (400) at `url` or `password`; conflict (409) for more than ten
 */
export async function addWebhook<Answer>(
  act: CommandContext,
  {
    url: text,
    name,
    events,
    operatorName,
    password,
    proof,
  }: ParsedInput<'POST /api/system-admin/webhooks'>['body'],
  answer: Answering<WebhookWithSecret, Answer>,
): Promise<Answer> {
  const url = await requireAllowedUrl(act, text)
  return inProvenTransaction(act, { password, proof }, async (work) => {
    const { tx, context, actor, now } = work
    await tx.execute(sql`select pg_advisory_xact_lock(${CREATION_LOCK})`)
    const [existing] = await tx.select({ number: count() }).from(webhookEndpoints)
    if ((existing?.number ?? 0) >= MAX_ENDPOINTS) {
      throw new DomainError(
        'conflict',
        `There can be at most ${MAX_ENDPOINTS} webhooks. Please remove one first.`,
      )
    }
    const [id, secret] = [newId(), newSecret()]
    await tx.insert(webhookEndpoints).values({
      id,
      name,
      events,
      operatorName,
      url: url.href,
      state: 'off',
      stateReason: 'new',
      secret: encrypt(context.keyring, webhookEndpoints.secret, id, secret),
      agreedAt: now,
      agreedBy: actor.userId,
      createdAt: now,
    })
    await record(work, 'webhook.created', id, { host: url.host, events })
    return answer(tx, { webhook: await webhookById(tx, id, now), secret })
  })
}

async function lockEndpoint(tx: Transaction, id: string): Promise<Endpoint> {
  const [endpoint] = await tx.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)).for('update')
  if (endpoint === undefined) throw notFound()
  return endpoint
}

/**
 * Changes a webhook. An address needs a proof; a new one gets a new secret, and is off until a test succeeds there.
 *
 * @throws DomainError not-found; invalid (400) at `url` or `password`; conflict (409) where it is switched on without a test
 */
export async function changeWebhook(
  act: CommandContext,
  id: string,
  {
    state,
    url: text,
    password,
    proof,
    ...texts
  }: ParsedInput<'PATCH /api/system-admin/webhooks/{id}'>['body'],
): Promise<{ webhook: WebhookEndpoint; secret: string | null }> {
  const url = text === undefined ? null : await requireAllowedUrl(act, text)
  const change = async (work: TransactionContext) => {
    const { tx, now } = work
    const before = await lockEndpoint(tx, id)
    const moved = url !== null && url.href !== before.url ? url : null
    const secret = moved === null ? null : await moveTo(work, id, moved)
    const set = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined))
    const fields = [...Object.keys(set), ...(moved === null ? [] : ['url'])]
    if (Object.keys(set).length > 0) {
      await tx.update(webhookEndpoints).set(set).where(eq(webhookEndpoints.id, id))
    }
    if (fields.length > 0) {
      await record(work, 'webhook.changed', id, { host: new URL(moved?.href ?? before.url).host, fields })
    }
    const current = moved === null ? before : { ...before, state: 'off' as const, testedAt: null }
    if (state !== undefined && state !== current.state) await switchTo(work, current, state)
    return { webhook: await webhookById(tx, id, now), secret }
  }
  return url === null ? inTransaction(act, change) : inProvenTransaction(act, { password, proof }, change)
}

async function moveTo({ tx, context }: TransactionContext, id: string, url: URL): Promise<string> {
  const secret = newSecret()
  await tx
    .update(webhookEndpoints)
    .set({
      url: url.href,
      secret: encrypt(context.keyring, webhookEndpoints.secret, id, secret),
      previousSecret: null,
      previousUntil: null,
      state: 'off',
      stateReason: 'new',
      testedAt: null,
      failures: 0,
      failingSince: null,
      restsUntil: null,
    })
    .where(eq(webhookEndpoints.id, id))
  return secret
}

async function switchTo(
  work: TransactionContext,
  { id, testedAt }: Pick<Endpoint, 'id' | 'testedAt'>,
  state: Endpoint['state'],
): Promise<void> {
  if (state === 'on' && testedAt === null) {
    throw new DomainError(
      'conflict',
      'Please send a test event first. Once it succeeds, you can switch this on.',
    )
  }
  await work.tx
    .update(webhookEndpoints)
    .set({ state, stateReason: 'person', failures: 0, failingSince: null, restsUntil: null })
    .where(eq(webhookEndpoints.id, id))
  await recordSwitch(work, id, state)
}

/** Removes a webhook with its deliveries. Idempotent. */
export async function removeWebhook(act: CommandContext, id: string): Promise<void> {
  await inTransaction(act, async (work) => {
    const [gone] = await work.tx
      .delete(webhookEndpoints)
      .where(eq(webhookEndpoints.id, id))
      .returning({ url: webhookEndpoints.url })
    if (gone !== undefined) await record(work, 'webhook.removed', id, { host: new URL(gone.url).host })
  })
}

/**
 * Rotates the secret: both sign for 24 hours.
 *
 * @throws DomainError not-found; invalid (400) at `password`; conflict (409) while a previous secret still signs
 */
export async function rotateSecret<Answer>(
  act: CommandContext,
  { id, ...proof }: ProofFields & { id: string },
  answer: Answering<WebhookWithSecret, Answer>,
): Promise<Answer> {
  return inProvenTransaction(act, proof, async (work) => {
    const { tx, context, now } = work
    const { secret: previousSecret, previousUntil } = await lockEndpoint(tx, id)
    if (previousUntil !== null && previousUntil > now) {
      throw new DomainError('conflict', 'The previous secret is still in use. Please end it first.')
    }
    const secret = newSecret()
    await tx
      .update(webhookEndpoints)
      .set({
        secret: encrypt(context.keyring, webhookEndpoints.secret, id, secret),
        previousSecret,
        previousUntil: new Date(now.getTime() + PREVIOUS_SECRET_MS),
      })
      .where(eq(webhookEndpoints.id, id))
    await record(work, 'webhook.secret-rotated', id, { ended: false })
    return answer(tx, { webhook: await webhookById(tx, id, now), secret })
  })
}

/** Ends the previous secret. Idempotent. */
export async function endPreviousSecret(act: CommandContext, id: string): Promise<void> {
  await inTransaction(act, async (work) => {
    const ended = await work.tx
      .update(webhookEndpoints)
      .set({ previousSecret: null, previousUntil: null })
      .where(and(eq(webhookEndpoints.id, id), sql`${webhookEndpoints.previousSecret} is not null`))
      .returning({ id: webhookEndpoints.id })
    if (ended.length > 0) await record(work, 'webhook.secret-rotated', id, { ended: true })
  })
}

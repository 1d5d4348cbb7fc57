import { eq } from 'drizzle-orm'
import type { DocumentKindName } from '#domain/documents/kinds.ts'
import type { Actor } from '#server/shared/actor.ts'
import type { Context } from '#server/shared/context.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { applications } from '#server/platform/db/schema.ts'
import { isAllowedNow, type Owned } from '#server/shared/permission.ts'
import { DomainError, notFound } from '#server/platform/domain-error.ts'
import { askedRoundOf, notAskedFor, takesKind, type Round } from './asked-round.ts'

/** An application as what can be changed of it depends on. */
type Editable = Owned & { id: string }

/** Who wants to change something, and what it takes to see what is open. */
interface Opening {
  context: Pick<Context, 'keyring'>
  actor: Actor
}

/**
 * Files change as long as answers do (decisions, "After submission"), and later as far as a round of corrections asks for
 * them.
 *
 * @param kind undefined where it is not known yet
 * @returns the round that asks for them; null for a draft, where all of them can be changed
 * @throws DomainError conflict: not-editable, or not-open where others are asked for
 */
export async function requireOpenFor(
  db: Queries,
  { context: { keyring }, actor }: Opening,
  application: Editable,
  kind: DocumentKindName | undefined,
): Promise<Round | null> {
  if (isAllowedNow(actor, 'document.add', application)) return null
  const round = isAllowedNow(actor, 'correction.answer', application)
    ? await askedRoundOf(db, keyring, application.id)
    : null
  if (round === null) {
    throw new DomainError('conflict', 'Your application and its files can no longer be changed.', {
      code: 'not-editable',
    })
  }
  if (!takesKind(round, kind)) throw notAskedFor(round)
  return round
}

/**
 * The id of a client's application, where files of a kind can be added just now. Decisive is the lock of whoever adds them.
 */
export async function editableApplicationOf(
  act: Opening & { context: Pick<Context, 'database'> },
  kind: DocumentKindName | undefined,
): Promise<string> {
  const { db } = act.context.database
  const { id, userId, wealthManagerId, status } = applications
  const [application] = await db
    .select({ id, userId, wealthManagerId, status })
    .from(applications)
    .where(eq(userId, act.actor.userId))
  if (application === undefined) throw notFound()
  await requireOpenFor(db, act, application, kind)
  return application.id
}

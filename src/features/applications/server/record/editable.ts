import { eq } from 'drizzle-orm'
import type { DocumentKindName } from '#features/applications/rules/documents/kinds.ts'
import type { Actor } from '#features/access/server/actor.ts'
import type { Context } from '#base/server/context.ts'
import type { Queries } from '#base/server/db/database.ts'
import { applications } from '#features/access/schema/tables.ts'
import { isAllowedNow, type Owned } from '#features/access/server/permission.ts'
import { DomainError, notFound } from '#base/server/domain-error.ts'
import { askedRoundOf, notAskedFor, takesKind, type Round } from './asked-round.ts'

/** The application columns that determine what can be changed. */
type Editable = Owned & { id: string }

/** The caller, and what is needed to determine the open paths. */
interface Opening {
  context: Pick<Context, 'keyring'>
  actor: Actor
}

/**
 * Files can be changed while answers can (decisions, "After submission"), and later as far as a correction request
 * allows.
 *
 * @param kind undefined if not known yet
 * @returns the request; null for a draft
 * @throws DomainError conflict: not-editable, or not-open where other items are requested
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
    throw new DomainError(
      'conflict',
      'Your application and its files can no longer be changed. Please contact us if something is wrong.',
      {
        code: 'not-editable',
      },
    )
  }
  if (!takesKind(round, kind)) throw notAskedFor(round)
  return round
}

/**
 * The id of a client's application if files of a kind can be added now. Only a check in advance: the lock of the actual
 * change decides.
 */
export async function editableApplicationOf(
  act: Opening & { context: Pick<Context, 'database' | 'settings'> },
  kind: DocumentKindName | undefined,
): Promise<string> {
  const { db } = act.context.database
  const { id, userId, wealthManagerId, status } = applications
  const [application] = await db
    .select({ id, userId, wealthManagerId, status })
    .from(applications)
    .where(eq(userId, act.actor.userId))
  if (application === undefined) throw notFound()
  if (kind === 'ficaPaper') requirePaperAllowed(act, application)
  else await requireOpenFor(db, act, application, kind)
  return application.id
}

/** Papers of due diligence tasks can be added until the application is declined. */
function requirePaperAllowed(
  { context, actor }: { context: Pick<Context, 'settings'>; actor: Actor },
  application: Editable,
): void {
  if (!context.settings.dueDiligence.on) throw notFound()
  if (isAllowedNow(actor, 'pack.answer', application)) return
  throw new DomainError('conflict', 'Your application is closed, so we don’t need this any more.', {
    code: 'not-open',
  })
}

import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Actor } from '#features/access/server/actor.ts'
import { askedRoundOf, isAskedColumn, type Round } from '#features/applications/server/record/asked-round.ts'
import { decryptRow, type ApplicationRow } from '#features/applications/server/record/application-row.ts'
import {
  managerColumns,
  managerIn,
  managers,
  type ManagerView,
} from '#features/applications/server/record/manager-columns.ts'
import {
  authenticate,
  isOfToken,
  sessionColumns,
  type SessionContext,
} from '#features/sign-in/server/sessions.ts'
import type { Context } from '#base/server/context.ts'
import type { Presented } from '#features/access/server/http/route.ts'
import type { Queries, Transaction } from '#base/server/db/database.ts'
import { prepareOnce } from '#base/server/db/prepare-once.ts'
import { rowAsJson } from '#base/server/db/rows-as-json.ts'
import { applications, sessions, users } from '#features/access/schema/tables.ts'
import { standInsOf } from '#features/access/server/stand-ins/stand-ins.ts'
import { reasonOfStatus } from '#features/applications/server/record/status-reason.ts'
import type { EncryptedAnswers } from '#features/access/schema/encrypted-answers.ts'
import { documentsColumn, type DocumentRow } from '#features/documents/server/queries.ts'
import type { Keyring } from '#base/server/encryption/keyring.ts'
import { notFound } from '#base/server/domain-error.ts'

/** An application with related data shown to its client. */
export interface ApplicationView {
  application: ApplicationRow
  /** The reason of its status, whether shown to the client or not. */
  statusReason: string | null
  manager: ManagerView | null
  documents: DocumentRow[]
  /** Including documents superseded by corrections. */
  storedDocuments: DocumentRow[]
  /** The open correction request; null where there is none. */
  asked: Round | null
}

/** An application as it was read. */
export interface SeenApplication extends ApplicationView {
  /** The encrypted answers. */
  encrypted: EncryptedAnswers
}

const viewColumns = {
  application: rowAsJson(applications),
  statusReason: reasonOfStatus,
  ...managerColumns,
  storedDocuments: documentsColumn,
  isAsked: isAskedColumn,
}

const findOfSession = prepareOnce((db) =>
  db
    .select({ ...sessionColumns, ...viewColumns })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(applications, eq(applications.userId, users.id))
    .leftJoin(managers, eq(managers.id, applications.wealthManagerId))
    .where(isOfToken)
    .prepare('find_application_of_session'),
)

const findOfClient = prepareOnce((db) =>
  db
    .select(viewColumns)
    .from(applications)
    .leftJoin(managers, eq(managers.id, applications.wealthManagerId))
    .where(eq(applications.userId, sql.placeholder('userId')))
    .prepare('find_application_of_client'),
)

/**
 * The user of a session with their application (null without one), in one round trip, except for correction requests.
 */
export async function applicationOfSession(
  context: SessionContext & Pick<Context, 'keyring'>,
  token: string,
  at: Presented,
): Promise<{ actor: Actor; found: SeenApplication | null } | null> {
  const arrived = await authenticate(context, findOfSession, token, at)
  const { keyring, database } = context
  return arrived && { actor: arrived.actor, found: await viewOf(keyring, arrived.row, database.db) }
}

/**
 * The application of a client.
 *
 * @throws DomainError not-found where the user has none
 */
export async function applicationOfClient(context: ReadContext, userId: string): Promise<SeenApplication> {
  const [row] = await findOfClient(context.database.db).execute({ userId })
  const { keyring, database } = context
  const view = row === undefined ? null : await viewOf(keyring, row, database.db)
  if (view === null) throw notFound()
  return view
}

/** What reading an application needs, in a transaction or outside. */
type ReadContext = Pick<Context, 'keyring'> & { database: { db: Queries } }

type ViewRow = Awaited<ReturnType<ReturnType<typeof findOfClient>['execute']>>[number]

/** @param db reads the open correction request, where there is one */
async function viewOf(
  keyring: Keyring,
  row: Omit<ViewRow, 'hasFaisLetter'> & { hasFaisLetter: unknown },
  db: Queries,
): Promise<SeenApplication | null> {
  const { application, statusReason, storedDocuments } = row
  if (application === null) return null
  return {
    application: decryptRow(keyring, application),
    statusReason,
    encrypted: application.answers,
    manager: managerIn(row),
    documents: storedDocuments.filter(({ supersededBy }) => supersededBy === null),
    storedDocuments,
    asked: row.isAsked ? await askedRoundOf(db, keyring, application.id) : null,
  }
}

/**
 * Recipients of mails about the clients of managers, by the manager's id: the manager, and who stands in for them, except
 * one user. None for a deactivated manager.
 */
export async function recipientsByManager(
  tx: Transaction,
  ids: readonly string[],
  { now, except }: { now: Date; except?: string },
): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map()
  const found = await tx
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(and(inArray(users.id, [...ids]), isNull(users.deactivatedAt)))
  const covering = await standInsOf(
    tx,
    found.map(({ id }) => id),
    { now, except },
  )
  return new Map(found.map(({ id, username }) => [id, [username, ...(covering.get(id) ?? [])]]))
}

/**
 * Recipients of mails about a client's actions: the manager and who stands in for them, or all admins without an active
 * one (decisions, "Who hears of a submission").
 */
export async function recipientsFor(
  tx: Transaction,
  { wealthManagerId }: Pick<ApplicationRow, 'wealthManagerId'>,
  now: Date,
): Promise<{ recipients: string[]; unassigned: boolean }> {
  const ids = wealthManagerId === null ? [] : [wealthManagerId]
  const recipients = (await recipientsByManager(tx, ids, { now })).get(wealthManagerId ?? '')
  if (recipients !== undefined) return { recipients, unassigned: false }
  return { recipients: await activeAdmins(tx), unassigned: true }
}

/** The usernames of all admins who can sign in and act, or all but one; compliance users only read. */
export async function activeAdmins(
  tx: Transaction,
  { except = null }: { except?: string | null } = {},
): Promise<string[]> {
  const admins = await tx
    .select({ username: users.username })
    .from(users)
    .where(
      and(
        eq(users.role, 'admin'),
        isNull(users.deactivatedAt),
        isNull(users.complianceSince),
        except === null ? undefined : ne(users.id, except),
      ),
    )
  return admins.map(({ username }) => username)
}

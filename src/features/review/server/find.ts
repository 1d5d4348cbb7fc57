import { and, desc, eq, sql, type SQL } from 'drizzle-orm'
import type { AnswerOf } from '#base/rules/api/contract.ts'
import type { FoundApplication, FoundPerson } from '#features/review/api/find.ts'
import { formatReference } from '#base/rules/identifiers/reference.ts'
import { documentNumberIn, MAX_FOUND } from '#base/rules/identifiers/find.ts'
import { scopeOf } from '#features/access/rules/authorisation/decide.ts'
import type { Role } from '#features/access/rules/roles.ts'
import { hashesOf } from '#features/applications/server/record/number-hash.ts'
import { record } from '#features/audit/server/record.ts'
import { users } from '#features/access/schema/tables.ts'
import { matchesSearch } from '#base/server/lists/search.ts'
import { countWithin } from '#base/server/throttling/throttle.ts'
import { autocommit, type CommandContext } from '#features/access/server/command-context.ts'
import { orOfReference } from '#features/imports/server/external-reference.ts'
import { ownList, allClients, readApplications, type ListRequest } from './list.ts'
import type { SummaryRow } from './list-rows.ts'
import { isOfNumber } from './of-number.ts'

type Found = AnswerOf<'POST /api/staff/find'>

const TOO_OFTEN = 'You’ve searched too often.'
const TOO_MANY_NUMBERS = 'You’ve searched for too many ID numbers in the last hour.'
/** How many of a user's latest audit events are searched for opened applications. */
const RECENT_EVENTS = 300

/**
 * Which users a role finds besides applications: admins find managers, who have lists of clients; system administrators
 * find all.
 */
const peopleOf: Readonly<Partial<Record<Role, SQL>>> = {
  admin: eq(users.role, 'wealth_manager'),
  system_administrator: sql`true`,
}

const first = { sort: 'createdAt', direction: 'desc', limit: MAX_FOUND } as const

/**
 * Finds a few results of each kind in the caller's scope. A complete identity number is found through its keyed hash,
 * and the search is recorded without the number.
 *
 * @param text empty for the applications opened last
 * @throws DomainError throttled (429) after many within a few minutes, or within an hour by number
 */
export async function find(act: CommandContext, text: string): Promise<Found> {
  const { context, actor } = act
  await countWithin(context, ['find', actor.userId, TOO_OFTEN])
  if (text === '') return { applications: await recentlyOpened(act), people: [] }
  const number = documentNumberIn(text)
  if (number !== null) return { applications: await ofNumber(act, number, text), people: [] }
  const [found, persons] = await Promise.all([findApplications(act, { search: text }), findPeople(act, text)])
  return { applications: found, people: persons }
}

/** A reference in the system before may look like a passport number. */
async function ofNumber(act: CommandContext, number: string, text: string): Promise<FoundApplication[]> {
  const { context, actor } = act
  await countWithin(context, ['findByNumber', actor.userId, TOO_MANY_NUMBERS])
  const ofBoth = orOfReference(context.database.db, text, isOfNumber(hashesOf(context.keyring, number)))
  const found = await findApplications(act, {}, await ofBoth)
  await record(autocommit(act), 'applications.found-by-number', null, { found: found.length })
  return found
}

/** In scope; none for roles that review no applications. */
async function findApplications(
  act: CommandContext,
  request: Pick<ListRequest, 'search'>,
  also?: SQL,
): Promise<FoundApplication[]> {
  const { context, actor } = act
  const scope = scopeOf(actor.role, 'application.review')
  if (scope === 'none') return []
  const asking = scope === 'all' ? allClients(act) : ownList(act)
  const { referencePrefix } = context.settings.branding
  const present = ({ applicationId, status, fullName, ...row }: SummaryRow): FoundApplication => ({
    id: applicationId,
    status,
    fullName,
    emailAddress: row.emailAddress,
    wealthManagerName: row.wealthManagerName,
    reference: formatReference(referencePrefix, row.reference),
  })
  return (await readApplications(context, present, asking, { ...first, ...request }, also)).rows
}

async function findPeople({ context, actor }: CommandContext, search: string): Promise<FoundPerson[]> {
  const where = peopleOf[actor.role]
  if (where === undefined) return []
  return context.database.db
    .select({ id: users.id, role: users.role, fullName: users.fullName, username: users.username })
    .from(users)
    .where(and(where, ...matchesSearch(users.searchText, search)))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(MAX_FOUND)
}

/** The applications opened last, the latest first, from the audit log, so that browsers need not store them. */
async function recentlyOpened(act: CommandContext): Promise<FoundApplication[]> {
  const { rows } = await act.context.database.pool.query<{ id: string }>(
    `select object_id as id from (
       select object_id, at, action from audit_events where actor_id = $1 order by at desc, id desc limit ${RECENT_EVENTS}
     ) lately where action = 'application.read' group by object_id order by max(at) desc limit ${MAX_FOUND}`,
    [act.actor.userId],
  )
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return []
  const found = await findApplications(act, { search: ids.join(' ') })
  return found.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

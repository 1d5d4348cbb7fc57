import { and, eq, getTableColumns, gte, inArray, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { formatReference } from '#base/rules/identifiers/reference.ts'
import { answersOfStep, type AnswerName, type Answers } from '#features/applications/rules/wizard/answers.ts'
import { dayOf } from '#base/rules/time/dates.ts'
import { machineMay } from '#features/integrations/rules/scopes.ts'
import type {
  ApplicationForProgram,
  ListedForProgram,
  publicApi,
} from '#features/integrations/rules/public-api/contract.ts'
import { countListing } from '#features/integrations/server/tokens/record-listings.ts'
import { doerOf } from '#features/integrations/server/tokens/authenticate.ts'
import { documentsOfApplications, type DocumentRow } from '#features/documents/server/queries.ts'
import { managers } from '#features/applications/server/record/manager-columns.ts'
import { decryptAnswers } from '#features/applications/server/record/encrypted-answers.ts'
import { recordEach, recordRead } from '#features/audit/server/record.ts'
import { countRows } from '#base/server/lists/count-rows.ts'
import { byColumn, paginate, type ListOrders, type Page } from '#base/server/lists/paginate.ts'
import { readRows, type Listed } from '#base/server/lists/read-rows.ts'
import type { Queries } from '#base/server/db/database.ts'
import { applicationSummaries as summaries } from '#features/applications/schema/review-schema.ts'
import { applications } from '#features/access/schema/tables.ts'
import { notFound } from '#base/server/domain-error.ts'
import { isVisibleTo } from './visible-to.ts'
import type { PublicCall } from './call.ts'

/** The day of the last change comes first: it has an index, which the time has not, since each save would update it. */
const byChange = {
  name: 'this list',
  keys: {
    lastActiveOn: byColumn(summaries.lastActiveOn),
    updatedAt: byColumn(applications.updatedAt),
    id: byColumn(applications.id),
  },
  orders: { updatedAt: ['lastActiveOn', 'updatedAt'] },
  unique: 'id',
  acrossTables: true,
} as const satisfies ListOrders<'updatedAt', string>

const { answers, confirmations: _, ...columns } = getTableColumns(applications)

const listedColumns = {
  ...columns,
  fullName: summaries.fullName,
  emailAddress: summaries.emailAddress,
  mobileNumber: summaries.mobileNumber,
  waitingOn: summaries.waitingOn,
  lastActiveOn: summaries.lastActiveOn,
  managerName: managers.fullName,
  managerUsername: managers.username,
}

type Row = Listed<Awaited<ReturnType<typeof selectListed>>[number]>

function selectListed(db: Queries, where: SQL | undefined, orderBy: readonly SQL[]) {
  return db
    .select(listedColumns)
    .from(applications)
    .innerJoin(summaries, eq(summaries.applicationId, applications.id))
    .leftJoin(managers, eq(managers.id, applications.wealthManagerId))
    .where(where)
    .orderBy(...orderBy)
}

function present(prefix: string, row: Row) {
  return {
    id: row.id,
    reference: formatReference(prefix, row.reference),
    status: row.status,
    waitingOn: row.waitingOn,
    version: row.version,
    createdAt: row.createdAt,
    submittedAt: row.submittedAt,
    statusChangedAt: row.statusChangedAt,
    onboardedAt: row.onboardedAt,
    cancelledAt: row.cancelledAt,
    updatedAt: row.updatedAt,
    wealthManager:
      row.wealthManagerId === null || row.managerUsername === null
        ? null
        : {
            id: row.wealthManagerId,
            name: row.managerName ?? row.managerUsername,
            email: row.managerUsername,
          },
    client: {
      id: row.userId,
      fullName: row.fullName,
      email: row.emailAddress,
      mobileNumber: row.mobileNumber,
    },
  }
}

type ListQuery = z.output<(typeof publicApi)['GET /api/v1/applications']['query']>

/**
 * A page of the applications in scope, by their last change. Reading it is counted for the audit log; with their
 * answers, the access to each is recorded.
 *
 * @throws DomainError invalid where the cursor belongs to another list
 */
export async function listForProgram(
  call: PublicCall,
  { status, updatedSince, limit, cursor, expand }: ListQuery,
): Promise<Page<ListedForProgram>> {
  const { context, machine, now } = call
  const { db } = context.database
  const prefix = context.settings.branding.referencePrefix
  const since = updatedSince === undefined ? undefined : new Date(updatedSince)
  const inScope = and(isVisibleTo(machine), status && inArray(applications.status, status))
  const changed = since && gte(applications.updatedAt, since)
  const isWhole = inScope === undefined && since === undefined
  const filter = and(inScope, since && gte(summaries.lastActiveOn, dayOf(since)), changed)
  const page = await paginate(
    byChange,
    { sort: 'updatedAt', direction: 'asc', limit, cursor },
    {
      read: ({ where, orderBy, limit: size, values, shape }) => {
        const ids = db
          .select({ id: applications.id })
          .from(applications)
          .innerJoin(summaries, eq(summaries.applicationId, applications.id))
          .where(and(filter, where))
          .orderBy(...orderBy)
          .limit(size)
        return readRows(
          context.database,
          isWhole ? `public ${shape}` : undefined,
          () => selectListed(db, inArray(applications.id, ids), orderBy),
          values,
        )
      },
      present: (row) => present(prefix, row),
      // Pages that follow would count the same again.
      count: cursor === undefined ? () => countRows(db, applications, and(inScope, changed)) : undefined,
    },
  )
  await countListing(db, machine.tokenId, page.rows.length, now)
  if (expand === undefined) return page
  const rows = await withDetails(call, page.rows)
  await recordEach(
    { ...call, actor: doerOf(machine), tx: db },
    'application.read',
    rows.map(({ id }) => id),
    {},
  )
  return { ...page, rows }
}

/** Applications with their answers and documents, in the same order; those deleted meanwhile are left out. */
async function withDetails<Shown extends ReturnType<typeof present>>(
  { context, machine }: PublicCall,
  listed: readonly Shown[],
) {
  const { db } = context.database
  const ids = listed.map(({ id }) => id)
  const [found, files] = await Promise.all([
    db
      .select({ id: applications.id, answers, netWorth: summaries.netWorth })
      .from(applications)
      .innerJoin(summaries, eq(summaries.applicationId, applications.id))
      // Still in scope: a client may have been reassigned since the page was read.
      .where(and(inArray(applications.id, ids), isVisibleTo(machine))),
    documentsOfApplications(db, ids),
  ])
  const byId = new Map(found.map((row) => [row.id, row]))
  return listed.flatMap((application) => {
    const row = byId.get(application.id)
    if (row === undefined) return []
    const decrypted = decryptAnswers(context.keyring, row.id, row.answers)
    const shown = machineMay(machine, 'application.identity') ? decrypted : withoutNumbers(decrypted)
    return [
      {
        ...application,
        netWorth: row.netWorth === null ? null : Number(row.netWorth),
        answers: answersByStep(shown),
        documents: files.filter((file) => file.applicationId === row.id).map(presentFile),
      },
    ]
  })
}

/**
 * An application with its answers, for a program. The access is recorded.
 *
 * @throws DomainError not-found for one that is missing or out of scope
 */
export async function applicationForProgram(call: PublicCall, id: string): Promise<ApplicationForProgram> {
  const { context, machine } = call
  const { db } = context.database
  const [row] = await readRows(context.database, undefined, () =>
    selectListed(db, and(eq(applications.id, id), isVisibleTo(machine)), []),
  )
  if (row === undefined) throw notFound()
  const [application] = await withDetails(call, [present(context.settings.branding.referencePrefix, row)])
  if (application === undefined) throw notFound()
  await recordRead({ ...call, actor: doerOf(machine), tx: db }, 'application.read', id, {})
  return application
}

/** Without ID, passport and tax numbers. */
function withoutNumbers(given: Answers): Answers {
  return {
    ...given,
    idNumber: null,
    taxIncomeNumber: null,
    childrenDetails: given.childrenDetails.map((child) => ({ ...child, idNumber: null })),
  }
}

function answersByStep(given: Answers): ApplicationForProgram['answers'] {
  const of = (names: readonly AnswerName[]) => Object.fromEntries(names.map((name) => [name, given[name]]))
  // The names of each step are those of its schema.
  return {
    personal: of(answersOfStep.personal),
    address: of(answersOfStep.address),
    employment: of(answersOfStep.employment),
    assets: given.assets,
    liabilities: given.liabilities,
  } as ApplicationForProgram['answers']
}

function presentFile({ id, kind, contentType, bytes, sha256, uploadedAt }: DocumentRow) {
  return { id, kind, contentType, bytes, sha256, uploadedAt: uploadedAt.toISOString() }
}

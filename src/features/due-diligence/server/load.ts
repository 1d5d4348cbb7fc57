import { decrypt } from '#base/server/db/encrypted-columns.ts'
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Answers } from '#features/applications/rules/wizard/answers.ts'
import { documentLists, type ListedKind } from '#features/applications/rules/documents/kinds.ts'
import type { DraftOf, SomeDrafts } from '#features/due-diligence/rules/drafts.ts'
import { exposureOf, type Exposure } from '#features/due-diligence/rules/exposure.ts'
import { isWealthNeeded, type Circumstances } from '#features/due-diligence/rules/needs.ts'
import type { GivenPaper } from '#features/due-diligence/rules/papers.ts'
import { hasBasisChanged, stateOf, type Basis, type StateNow } from '#features/due-diligence/rules/state.ts'
import { provesFund, type Found } from '#features/due-diligence/rules/plausibility.ts'
import { fundNames } from '#features/due-diligence/rules/funds.ts'
import { taskNames, type TaskName } from '#features/due-diligence/rules/tasks.ts'
import { askedFrom } from '#features/due-diligence/rules/rating/rate.ts'
import { dayOf } from '#base/rules/time/dates.ts'
import type { Context } from '#base/server/context.ts'
import type { Queries } from '#base/server/db/database.ts'
import { prepareOnce } from '#base/server/db/prepare-once.ts'
import {
  declarations,
  dueDiligenceDocuments,
  dueDiligenceTasks,
} from '#features/due-diligence/schema/due-diligence-schema.ts'
import { riskRatings } from '#features/due-diligence/schema/risk-rating-schema.ts'
import { documents } from '#features/access/schema/tables.ts'
import type { DocumentRow } from '#features/documents/server/queries.ts'
import { notFound } from '#base/server/domain-error.ts'
import type { Keyring } from '#base/server/encryption/keyring.ts'
import { acceptancesOf, type Acceptance } from './acceptances.ts'
import { implausibleIn } from './implausible.ts'

type TaskRow = typeof dueDiligenceTasks.$inferSelect
type RatingRow = typeof riskRatings.$inferSelect

/** A file of a task. */
export interface TaskPaper extends GivenPaper {
  document: DocumentRow
  addedByStaff: boolean
}

/** What a client handed in, and the answers that it rests on. */
export interface Declaration {
  id: string
  version: number
  draft: DraftOf<TaskName>
  basis: Basis
  wording: string
  madeAt: Date
}

/** A task with all that belongs to it. */
export interface LoadedTask {
  task: TaskName
  /** Null before the first change. */
  row: TaskRow | null
  draft: DraftOf<TaskName> | null
  /** Without infected files. */
  papers: TaskPaper[]
  /** Newest first. */
  declared: Declaration[]
  /** Null before it was accepted. */
  accepted: Acceptance | null
  now: StateNow
  /** An answer that the declaration rests on has changed, wealth is not declared, or a refresh is due. */
  outdated: boolean
  /** Due diligence is being refreshed, and this was not accepted since. */
  refreshing: boolean
}

type StoredTask = Omit<LoadedTask, 'now' | 'outdated' | 'refreshing'>

/** The due diligence of a client. */
export interface DueDiligence {
  applicationId: string
  tasks: LoadedTask[]
  /** The rules' circumstances by the drafts. */
  around: Circumstances
  /** The same by what was handed in. */
  declaredAround: Circumstances
  /** From the latest declaration. */
  exposure: Exposure
  /** Files of the application that prove a source of funds or wealth. */
  evidence: DocumentRow[]
  /** What is implausible in what was handed in. */
  implausible: Found[]
  /** The current risk rating; never shown to clients and their managers. */
  rating: RatingRow | null
  /** When it was loaded, and how old a list may be then. */
  now: Date
  listMaxDays: number
}

/** What loading needs, in a transaction or outside. */
export type Loading = Pick<Context, 'keyring'> & {
  settings: Pick<Context['settings'], 'dueDiligence'>
  database: { db: Queries }
}

/** All due diligence calls answer as if they did not exist while it is switched off. */
export function requirePack({ dueDiligence }: { dueDiligence: { on: boolean } }): void {
  if (!dueDiligence.on) throw notFound()
}

/** Loads the due diligence of an application. */
export async function loadDueDiligence(
  { keyring, settings, database: { db } }: Loading,
  { id: applicationId, answers }: { id: string; answers: Answers },
  now: Date,
): Promise<DueDiligence> {
  const rows = await findTasks(db).execute({ applicationId })
  const declared = await declarationsOf(db, keyring, applicationId)
  const [rating = null] = await findRating(db).execute({ applicationId })
  const files = await findFiles(db).execute({ applicationId })
  const accepted = await acceptancesOf(db, keyring, applicationId)
  const found = taskNames.map((task) => {
    const row = rows.find((one) => one.task === task) ?? null
    return {
      task,
      row,
      draft: row === null ? null : draftIn(keyring, row),
      declared: declared.filter((one) => one.task === task),
      accepted: accepted.get(task) ?? null,
      papers: files.flatMap(({ document, paper }): TaskPaper[] =>
        paper?.task === task && document.virusScan !== 'infected'
          ? [{ ...paper, document, addedByStaff: paper.addedByStaff !== null }]
          : [],
      ),
    }
  })
  const { wealthAsk, addressProofMonths, crsReporting } = settings.dueDiligence
  const listed = new Set<string>(Object.values(documentLists))
  const circumstances = (drafts: SomeDrafts): Circumstances => ({
    answers,
    drafts,
    present: [...new Set(files.map(({ document }) => document.kind))].filter((kind): kind is ListedKind =>
      listed.has(kind),
    ),
    wealthAsk,
    addressProofMonths,
    crsReporting,
    asksWealth: rating?.asksWealth === true,
    today: dayOf(now),
  })
  const drafts = draftsBy(found, ({ draft }) => draft)
  const handedIn = draftsBy(found, ({ declared: [newest] }) => newest?.draft ?? null)
  const declaredAround = circumstances(handedIn)
  const wealthMissing = isWealthNeeded(declaredAround) && (handedIn.funds?.wealth ?? []).length === 0
  const evidence = files.flatMap(({ document }) =>
    document.virusScan !== 'infected' &&
    fundNames.some((kind) => provesFund(kind, document.kind as ListedKind))
      ? document
      : [],
  )
  return {
    applicationId,
    around: circumstances({ ...handedIn, ...drafts }),
    declaredAround,
    evidence,
    implausible: implausibleIn({ tasks: found, declaredAround, evidence }, accepted.get('funds')?.amounts),
    exposure: exposureOf(handedIn.exposure),
    rating,
    now,
    listMaxDays: settings.dueDiligence.listMaxDays,
    tasks: found.map((one) => {
      const [newest] = one.declared
      const basisChanged = newest !== undefined && hasBasisChanged(one.task, newest.basis, answers)
      const why = {
        basisChanged,
        wealthMissing: one.task === 'funds' && wealthMissing,
        refreshOn: refreshNow(one.row, rating, now),
      }
      return {
        ...one,
        now: stateNow(keyring, one, why, now),
        outdated: why.basisChanged || why.wealthMissing || why.refreshOn !== null,
        refreshing: why.refreshOn !== null,
      }
    }),
  }
}

/** The day of a refresh that has begun; null for a task that was accepted since. */
function refreshNow(row: TaskRow | null, rating: RatingRow | null, now: Date): string | null {
  if (rating === null || !row?.decidedAt) return null
  const begins = askedFrom(rating.refreshOn)
  return begins <= dayOf(now) && dayOf(row.decidedAt) < begins ? rating.refreshOn : null
}

/** One task of them. */
export function taskIn({ tasks }: DueDiligence, task: TaskName): LoadedTask {
  const found = tasks.find((one) => one.task === task)
  if (found === undefined) throw new Error(`There is no task ${task}.`)
  return found
}

function stateNow(
  keyring: Keyring,
  { task, row }: Pick<LoadedTask, 'task' | 'row'>,
  why: { basisChanged: boolean; wealthMissing: boolean; refreshOn: string | null },
  now: Date,
): StateNow {
  const { renewFrom = null, expiresOn = null } = row ?? {}
  return stateOf(
    task,
    {
      stored: row?.state ?? 'open',
      reason: row?.reason ?? null,
      comment: row === null ? null : decrypt(keyring, dueDiligenceTasks.comment, row.id, row.comment),
      askedUntil: row?.dueOn ?? null,
      renewals: renewFrom === null || expiresOn === null ? [] : [{ dueOn: renewFrom, expiresOn }],
      ...why,
    },
    now,
  )
}

function draftIn(keyring: Keyring, { id, draft }: TaskRow): DraftOf<TaskName> | null {
  const text = decrypt(keyring, dueDiligenceTasks.draft, id, draft)
  // Only `saveDraft` writes this, after parsing it.
  return text === null ? null : (JSON.parse(text) as DraftOf<TaskName>)
}

function draftsBy(
  found: readonly StoredTask[],
  draftOf: (task: StoredTask) => DraftOf<TaskName> | null,
): SomeDrafts {
  const drafts = found.flatMap((one) => {
    const draft = draftOf(one)
    return draft === null ? [] : [[one.task, draft] as const]
  })
  // Each draft is stored under the task whose schema parsed it.
  return Object.fromEntries(drafts)
}

const applicationId = sql.placeholder('applicationId')

const findTasks = prepareOnce((db) =>
  db
    .select()
    .from(dueDiligenceTasks)
    .where(eq(dueDiligenceTasks.applicationId, applicationId))
    .prepare('find_due_diligence_tasks'),
)

const findDeclarations = prepareOnce((db) =>
  db
    .select()
    .from(declarations)
    .where(eq(declarations.applicationId, applicationId))
    .orderBy(desc(declarations.version))
    .prepare('find_declarations'),
)

/** The current rating. */
const findRating = prepareOnce((db) =>
  db
    .select()
    .from(riskRatings)
    .where(and(eq(riskRatings.applicationId, applicationId), isNull(riskRatings.supersededAt)))
    .prepare('find_current_rating'),
)

/** The current files of an application, with what they are for. */
const findFiles = prepareOnce((db) =>
  db
    .select({ document: documents, paper: dueDiligenceDocuments })
    .from(documents)
    .leftJoin(
      dueDiligenceDocuments,
      and(eq(dueDiligenceDocuments.documentId, documents.id), isNull(dueDiligenceDocuments.retiredAt)),
    )
    .where(
      and(
        eq(documents.applicationId, applicationId),
        isNull(documents.removedAt),
        isNull(documents.supersededBy),
      ),
    )
    .orderBy(asc(documents.uploadedAt), asc(documents.id))
    .prepare('find_due_diligence_files'),
)

/** The declarations of an application, newest first. */
async function declarationsOf(db: Queries, keyring: Keyring, ofApplication: string) {
  const rows = await findDeclarations(db).execute({ applicationId: ofApplication })
  return rows.map(({ id, task, version, content, wording, madeAt }) => {
    const text = decrypt(keyring, declarations.content, id, content)
    // Only `handIn` writes this.
    const { draft, basis } = JSON.parse(text) as Pick<Declaration, 'draft' | 'basis'>
    return { id, task, version, draft, basis, wording, madeAt }
  })
}

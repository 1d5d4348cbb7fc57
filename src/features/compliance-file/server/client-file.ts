import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { ReviewedPack } from '#features/due-diligence/api/due-diligence.ts'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import type { DraftOf } from '#features/due-diligence/rules/drafts.ts'
import { papers, type PaperName } from '#features/due-diligence/rules/papers.ts'
import type { Basis } from '#features/due-diligence/rules/state.ts'
import { HAND_IN_STATEMENT, HAND_IN_WORDING, type TaskName } from '#features/due-diligence/rules/tasks.ts'
import type { ModelContent } from '#features/due-diligence/rules/rating/model.ts'
import type { RiskLevel } from '#features/due-diligence/rules/rating/levels.ts'
import type { CommandContext } from '#features/access/server/command-context.ts'
import type { Context } from '#base/server/context.ts'
import type { DocumentRow } from '#features/documents/server/queries.ts'
import { loadDueDiligence } from '#features/due-diligence/server/load.ts'
import { reviewedPack } from '#features/due-diligence/server/present.ts'
import { storedRating, type StoredRating } from '#features/due-diligence/server/rating/client-rating.ts'
import { modelsOf } from '#features/due-diligence/server/rating/models.ts'
import { reviewedApplication } from '#features/review/server/application-detail.ts'
import { statusHistoryOf, type HistoryEntry } from '#features/records/server/download/status-history.ts'
import { dueDiligenceDocuments } from '#features/due-diligence/schema/due-diligence-schema.ts'
import { riskRatings } from '#features/due-diligence/schema/risk-rating-schema.ts'
import { documents, users } from '#features/access/schema/tables.ts'
import { screeningRecordOf, type ScreeningRecord } from './screening-record.ts'
import { auditProofOf, type AuditProof } from './audit-proof.ts'
import { namedStaff, type NamedStaff } from './named-staff.ts'

/** What a client handed in, word for word. */
export interface FiledDeclaration {
  task: TaskName
  version: number
  draft: DraftOf<TaskName>
  /** The answers of the application that it rests on, as they were. */
  basis: Basis
  /** The version of the statement that was confirmed, and its text where it is the current one. */
  wording: string
  statement: string | null
  madeAt: Date
}

/** A rating with what it rests on. */
export interface FiledRating extends StoredRating {
  id: string
  modelVersion: number
  points: number
  level: RiskLevel
  ratedByName: string
  ratedAt: Date
  /** Null for the current one. */
  supersededAt: Date | null
  refreshOn: string
  /** Points from which the model says Medium and High; null for an unknown version. */
  levels: ModelContent['levels'] | null
}

/** A file of the client, and what it is for. */
export interface FiledPaper {
  document: DocumentRow
  task: TaskName | null
  label: string | null
  issuedOn: string | null
  expiresOn: string | null
  /** Replaced by another one, and stored (FICA, section 22). */
  replaced: boolean
  addedByStaff: boolean
}

/** A file in the ZIP with its sum. */
export interface NamedPaper {
  name: string
  documentId: string
  sha256: string
}

/** All that the firm holds about how a client was identified, verified and accepted. */
export interface ClientFile {
  application: ReviewedApplication
  pack: ReviewedPack
  /** Newest first in each task. */
  declarations: FiledDeclaration[]
  /** Newest first. */
  ratings: FiledRating[]
  screening: ScreeningRecord
  papers: FiledPaper[]
  trail: HistoryEntry[]
  staff: NamedStaff[]
  proof: AuditProof
}

/**
 * Reads the file of a client.
 *
 * @throws DomainError not-found for an application that is missing or out of the reader's scope
 */
export async function readClientFile(
  { context, actor, now }: Pick<CommandContext, 'context' | 'actor' | 'now'>,
  id: string,
): Promise<ClientFile> {
  const { db } = context.database
  const application = await reviewedApplication(context, id, actor)
  const pack = await reviewedPack(context, id, { actor, now })
  const found = await loadDueDiligence(context, { id, answers: application }, now)
  const ratings = await ratingsOf(context, id)
  const screening = await screeningRecordOf(context, { applicationId: id })
  const { subjects, hits } = screening
  const others = [ratings, pack.approvals, pack.holds, subjects, hits].flat()
  const objects = [id, ...others.map((one) => one.id)]
  return {
    application,
    pack,
    declarations: found.tasks.flatMap(({ task, declared }) =>
      declared.map(({ version, draft, basis, wording, madeAt }) => ({
        task,
        version,
        draft,
        basis,
        wording,
        statement: wording === HAND_IN_WORDING ? HAND_IN_STATEMENT : null,
        madeAt,
      })),
    ),
    ratings,
    screening,
    papers: await papersOf(context, id),
    trail: await statusHistoryOf(db, id, 'staff'),
    staff: await namedStaff(db, id),
    proof: await auditProofOf(db, objects),
  }
}

async function ratingsOf(
  { database: { db }, keyring }: Context,
  applicationId: string,
): Promise<FiledRating[]> {
  const rows = await db
    .select({ rating: riskRatings, ratedByName: sql<string>`coalesce(${users.fullName}, ${users.username})` })
    .from(riskRatings)
    .innerJoin(users, eq(users.id, riskRatings.ratedBy))
    .where(eq(riskRatings.applicationId, applicationId))
    .orderBy(desc(riskRatings.ratedAt), desc(riskRatings.id))
  const levels = new Map<number, ModelContent['levels'] | null>()
  for (const version of new Set(rows.map(({ rating }) => rating.modelVersion)))
    levels.set(version, (await modelsOf(db, version)).ofVersion?.content.levels ?? null)
  return rows.map(({ rating, ratedByName }) => {
    const { id, modelVersion, points, level, ratedAt, supersededAt, refreshOn } = rating
    const stored = storedRating(keyring, rating)
    return {
      ...stored,
      id,
      modelVersion,
      points,
      level,
      ratedByName,
      ratedAt,
      supersededAt,
      refreshOn,
      levels: levels.get(modelVersion) ?? null,
    }
  })
}

/** All stored files with their papers; those of due diligence first have a label. */
async function papersOf({ database: { db } }: Context, applicationId: string): Promise<FiledPaper[]> {
  const rows = await db
    .select({ document: documents, paper: dueDiligenceDocuments })
    .from(documents)
    .leftJoin(dueDiligenceDocuments, eq(dueDiligenceDocuments.documentId, documents.id))
    .where(and(eq(documents.applicationId, applicationId), isNull(documents.removedAt)))
    .orderBy(asc(documents.uploadedAt), asc(documents.id))
  return rows.map(({ document, paper }) => ({
    document,
    task: paper?.task ?? null,
    label: paper === null ? null : labelOf(paper.paper),
    issuedOn: paper?.issuedOn ?? null,
    expiresOn: paper?.expiresOn ?? null,
    replaced: (paper?.retiredAt ?? null) !== null || document.supersededBy !== null,
    addedByStaff: (paper?.addedByStaff ?? null) !== null,
  }))
}

const labelOf = (paper: PaperName): string => papers[paper].label

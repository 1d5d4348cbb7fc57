import { decrypt } from '#base/server/db/encrypted-columns.ts'
import { asc, desc, eq } from 'drizzle-orm'
import type { Pack, ReviewedPack } from '#features/due-diligence/api/due-diligence.ts'
import { maskedAccount } from '#features/due-diligence/rules/bank.ts'
import type { DraftOf } from '#features/due-diligence/rules/drafts.ts'
import { isMet, isWealthNeeded, needsOf, type Circumstances } from '#features/due-diligence/rules/needs.ts'
import { papers as paperRows, type Paper, type PaperName } from '#features/due-diligence/rules/papers.ts'
import { waitsForClient, type TaskName } from '#features/due-diligence/rules/tasks.ts'
import { warningsOf } from '#features/due-diligence/rules/warnings.ts'
import type { Actor } from '#features/access/server/actor.ts'
import { decryptRow } from '#features/applications/server/record/application-row.ts'
import { inScope } from '#features/applications/server/record/application-scope.ts'
import { presentDocument } from '#features/documents/server/present.ts'
import { applicationOfClient } from '#features/wizard/server/queries.ts'
import { verifications } from '#features/due-diligence/schema/due-diligence-schema.ts'
import { applications } from '#features/access/schema/tables.ts'
import { nameOfUser } from '#features/access/server/name-of-user.ts'
import { notFound } from '#base/server/domain-error.ts'
import type { Keyring } from '#base/server/encryption/keyring.ts'
import { isAllowedNow } from '#features/access/server/permission.ts'
import { and } from 'drizzle-orm'
import { approvalsOf } from '#features/approvals/server/approvals.ts'
import { missingFor } from '#features/due-diligence/rules/gate.ts'
import { actionsFor } from '#features/access/rules/lifecycle/transitions.ts'
import { gateOf } from './gate.ts'
import { clientRating } from './rating/client-rating.ts'
import { presentRating } from './rating/present-rating.ts'
import { detailsIn } from './acceptances.ts'
import { evidenceOf, implausibleIn } from './implausible.ts'
import { holdsOf } from './retention-holds.ts'
import {
  taskIn,
  loadDueDiligence,
  type DueDiligence,
  type LoadedTask,
  type Loading,
  type TaskPaper,
} from './load.ts'

/** The tasks of a client, for the client. */
export async function packOfClient(context: Loading, actor: Actor, now: Date): Promise<Pack> {
  const { application } = await applicationOfClient(context, actor.userId)
  const found = await loadDueDiligence(context, application, now)
  const implausible = implausibleIn(
    { ...found, declaredAround: found.around },
    taskIn(found, 'funds').accepted?.amounts,
  )
  return {
    applicationId: application.id,
    editable: isAllowedNow(actor, 'pack.answer', application),
    wealthNeeded: isWealthNeeded(found.around),
    // The draft of each task was parsed by the schema of that task.
    tasks: found.tasks.map((one) => ({
      content: one.draft,
      ...presentTask(context.keyring, one, found.around),
      warnings: [
        ...warningsOf(one.task, found.around),
        ...implausible.flatMap(({ task, client }) =>
          task === one.task && client !== null ? { path: client.path, message: client.text } : [],
        ),
      ],
    })),
    open: countOpen(found),
  }
}

function countOpen({ tasks }: DueDiligence): number {
  return tasks.filter(({ now: { state } }) => waitsForClient(state)).length
}

function presentTask(keyring: Keyring, { task, row, papers, now }: LoadedTask, around: Circumstances) {
  const needs = needsOf(task, around, papers)
  return {
    task,
    version: row?.version ?? 0,
    ...now,
    handedInAt: row?.handedInAt?.toISOString() ?? null,
    needs: needs.map((need) => ({
      of: need.of,
      title: need.title,
      optional: need.optional === true,
      met: isMet({ ...need, optional: undefined }, papers, around),
    })),
    papers: papersToShow(keyring, papers, needs),
  }
}

/** The papers of the needs, and given ones that are no longer needed. */
function papersToShow(
  keyring: Keyring,
  given: readonly TaskPaper[],
  needs: readonly { of: string; oneOf: readonly PaperName[] }[],
) {
  const needed = needs.flatMap(({ of, oneOf }) => oneOf.map((paper) => [paper, of] as const))
  const all = new Map<PaperName, string>([...given.map(({ paper }) => [paper, ''] as const), ...needed])
  const rows = given.map(({ document }) => document)
  return [...all].map(([paper, of]) => {
    const { label, asks }: Paper = paperRows[paper]
    return {
      paper,
      label,
      of,
      asks: asks ?? null,
      files: given
        .filter((one) => one.paper === paper)
        .map(({ document, issuedOn, expiresOn, addedByStaff }) => ({
          ...presentDocument(keyring, document, rows),
          issuedOn,
          expiresOn,
          addedByStaff,
        })),
    }
  })
}

/**
 * The tasks of a client, for staff.
 *
 * @throws DomainError not-found for an application that is missing or out of the reader's scope
 */
export async function reviewedPack(
  context: Loading,
  id: string,
  { actor, now }: { actor: Actor; now: Date },
): Promise<ReviewedPack> {
  const { db } = context.database
  const { keyring } = context
  const [row] = await db
    .select()
    .from(applications)
    .where(and(eq(applications.id, id), inScope(actor, 'application.review')))
  if (row === undefined) throw notFound()
  const application = decryptRow(keyring, row)
  const found = await loadDueDiligence(context, application, now)
  const verified = await verificationsOf(context, id)
  const isAdmin = actor.role === 'admin'
  const approves = actionsFor(actor.role, row.status).includes('approve')
  const gate = isAdmin || approves ? await gateOf(context, found, now) : null
  const asked = found.tasks.flatMap((one) => one.row?.askedAt ?? [])
  return {
    applicationId: id,
    clientName: application.answers.fullName ?? null,
    tasks: found.tasks.map((one) => ({
      ...presentTask(keyring, one, found.declaredAround),
      warnings: warningsOf(one.task, found.declaredAround),
      implausible: found.implausible.flatMap(({ task, code, text, note }) =>
        task === one.task ? { code, text, note } : [],
      ),
      evidence: evidenceOf(found, one).map(({ id: documentId, label, document, of }) => ({
        documentId,
        label,
        name: presentDocument(keyring, document, []).name,
        of,
      })),
      declarations: one.declared.map(({ version, draft, wording, madeAt }) => ({
        version,
        content: masked(draft),
        wording,
        madeAt: madeAt.toISOString(),
      })),
      verifications: verified.get(one.task) ?? [],
    })),
    open: countOpen(found),
    askedAt: asked.toSorted((one, other) => other.getTime() - one.getTime())[0]?.toISOString() ?? null,
    exposure: found.exposure,
    gate: isAdmin ? gate : null,
    stillChecking: approves && missingFor('cleared', gate?.missing ?? []).length > 0,
    approvals: isAdmin ? await approvalsOf(context, { applicationId: id, now }) : [],
    holds: isAdmin ? await holdsOf(context, id, now) : [],
    riskLevel: seesRiskLevel(context.settings, actor) ? (found.rating?.level ?? null) : null,
    rating: isAdmin ? await presentRating(db, await clientRating(db, keyring, found)) : null,
  }
}

/** Whether someone sees levels of risk, and the dates that follow from them. */
export function seesRiskLevel({ dueDiligence }: Loading['settings'], { role }: Pick<Actor, 'role'>): boolean {
  return dueDiligence.on && (role === 'admin' || dueDiligence.managersSeeRating)
}

/** Account numbers are shown whole on request only, which is recorded. */
function masked(draft: DraftOf<TaskName>): Record<string, unknown> {
  const content: Record<string, unknown> = { ...draft }
  for (const name of ['accountNumber', 'iban']) {
    const text = content[name]
    if (typeof text === 'string') content[name] = maskedAccount(text)
  }
  return content
}

async function verificationsOf({ database: { db }, keyring }: Loading, applicationId: string) {
  const rows = await db
    .select({ verification: verifications, byName: nameOfUser<string>(verifications.byId) })
    .from(verifications)
    .where(eq(verifications.applicationId, applicationId))
    .orderBy(desc(verifications.at), asc(verifications.id))
  const views = rows.map(
    ({ verification: { id, at, note, details, declarationVersion, ...row }, byName }) => ({
      version: declarationVersion,
      method: row.method,
      result: row.result,
      documentIds: row.documentIds,
      byName,
      at: at.toISOString(),
      expiresOn: row.expiresOn,
      note: decrypt(keyring, verifications.note, id, note),
      original: null,
      ...detailsIn(keyring, id, details),
    }),
  )
  return Map.groupBy(views, (_view, index) => rows[index]?.verification.task)
}

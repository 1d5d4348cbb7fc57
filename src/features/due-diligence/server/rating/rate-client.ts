import { encrypt } from '#base/server/db/encrypted-columns.ts'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { ParsedInput } from '#base/rules/api/contract.ts'
import { ratingApprovals } from '#features/approvals/rules/approvals.ts'
import { exposures } from '#features/due-diligence/rules/exposure.ts'
import { tasks } from '#features/due-diligence/rules/tasks.ts'
import type { RiskFacts } from '#features/due-diligence/rules/rating/facts.ts'
import { riskLevels } from '#features/due-diligence/rules/rating/levels.ts'
import type { RiskModel } from '#features/due-diligence/rules/rating/model.ts'
import {
  asksForWealth,
  judgementProblem,
  rate,
  RATING_RESTS_ON,
  refreshOf,
  type Judgement,
  type Rating,
} from '#features/due-diligence/rules/rating/rate.ts'
import { dayOf } from '#base/rules/time/dates.ts'
import { approvals } from '#features/approvals/schema.ts'
import { newId } from '#base/server/db/id.ts'
import { riskRatings } from '#features/due-diligence/schema/risk-rating-schema.ts'
import type { Keyring } from '#base/server/encryption/keyring.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { record } from '#features/audit/server/record.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { checkTasks } from '../check-tasks.ts'
import { askApproval } from '#features/approvals/server/decide-approval.ts'
import { taskIn, type DueDiligence } from '../load.ts'
import { lockAsStaff } from '../write-task.ts'
import { clientRating, type StoredRating } from './client-rating.ts'

type Wanted = ParsedInput<'POST /api/admin/applications/{id}/rating'>['body']

/**
 * Rates a client by the model in force, and asks for the approval that the rating needs.
 *
 * @param answer builds the response in the same transaction
 * @throws DomainError not-open (409) where a task is not handed in, changed (409) for another model than expected,
 * requirements-missing (409) before the client's comparison is complete and decided, invalid (400) for a judgement that is
 * not allowed
 */
export async function rateClient<Answer>(
  act: CommandContext,
  id: string,
  { expectedModel, ...judgement }: Wanted,
  answer: (work: TransactionContext) => Promise<Answer>,
): Promise<Answer> {
  return inTransaction(act, async (work) => {
    const { tx, context } = work
    const { found } = await lockAsStaff(work, id, 'rating.make')
    requireDeclared(found)
    const { inForce, facts } = await clientRating(tx, context.keyring, found)
    if (inForce.version !== expectedModel) {
      throw new DomainError(
        'conflict',
        `Version ${inForce.version} of the risk model is in use now. Please look at the rating again.`,
        { code: 'changed' },
      )
    }
    const rating = rate(inForce, facts, judgement)
    requireAllowed(judgementProblem(facts, rating, judgement))
    await store(work, id, { model: inForce, facts, judgement, rating })
    return answer(work)
  })
}

function requireDeclared(found: DueDiligence): void {
  const missing = RATING_RESTS_ON.find((task) => {
    const { row, declared } = taskIn(found, task)
    return declared.length === 0 || (row?.state !== 'handed-in' && row?.state !== 'accepted')
  })
  if (missing !== undefined) {
    const message = `${tasks[missing].label} has to be sent first.`
    throw new DomainError('conflict', message, { code: 'not-open' })
  }
  const refreshed = found.tasks.find(({ refreshing }) => refreshing)
  if (refreshed === undefined) return
  const message = `FICA checks are being renewed. ${tasks[refreshed.task].label} has to be accepted first.`
  throw new DomainError('conflict', message, { code: 'not-open' })
}

function requireAllowed(problem: ReturnType<typeof judgementProblem>): void {
  if (problem === null) return
  const { path, message } = problem
  if (path === 'screening') throw new DomainError('conflict', message, { code: 'requirements-missing' })
  throw new DomainError('invalid', message, { errors: [{ path, message }] })
}

interface Made {
  model: RiskModel
  facts: RiskFacts
  judgement: Judgement
  rating: Rating
}

/** The row of a rating. */
export function ratingRow(
  keyring: Keyring,
  { applicationId, by, at }: { applicationId: string; by: string; at: Date },
  { model, facts, judgement, rating }: Made,
): typeof riskRatings.$inferInsert {
  const id = newId()
  const { factors, computed, points, level, approval } = rating
  const stored: StoredRating = { facts, factors, judgement, computed }
  return {
    id,
    applicationId,
    modelVersion: model.version,
    points,
    level,
    factors: encrypt(keyring, riskRatings.factors, id, JSON.stringify(stored)),
    approval,
    asksWealth: asksForWealth(model, facts),
    ratedBy: by,
    ratedAt: at,
    refreshOn: refreshOf(level, model.content, dayOf(at)),
  }
}

async function store(work: TransactionContext, applicationId: string, made: Made): Promise<void> {
  const { tx, context, actor, now } = work
  const { modelVersion, points, level, approval, factors } = made.rating
  await tx
    .update(riskRatings)
    .set({ supersededAt: now })
    .where(and(eq(riskRatings.applicationId, applicationId), isNull(riskRatings.supersededAt)))
  // Requests about the rating before no longer matter.
  await tx
    .update(approvals)
    .set({ decision: 'lapsed', decidedAt: now })
    .where(
      and(
        eq(approvals.applicationId, applicationId),
        inArray(approvals.kind, ratingApprovals),
        isNull(approvals.decision),
      ),
    )
  const row = ratingRow(context.keyring, { applicationId, by: actor.userId, at: now }, made)
  await tx.insert(riskRatings).values(row)
  const { id } = row
  await record(work, 'rating.made', id, {
    model: modelVersion,
    points,
    level,
    factors: factors.flatMap(({ factor, points: own, alwaysHigh }) => (own > 0 || alwaysHigh ? factor : [])),
  })
  if (approval !== null) {
    await askApproval(work, { kind: approval, object: id, applicationId, words: wordsOf(made) })
  }
  await checkTasks(work, applicationId)
}

/** Why an approval is asked for. */
function wordsOf({ rating: { level, computed, points }, facts, judgement }: Made): string {
  return [
    facts.exposure === 'none' ? null : `${exposures[facts.exposure]}.`,
    `Rated ${riskLevels[level]} with ${points} points.`,
    level === computed ? null : `By the model ${riskLevels[computed]}. ${judgement.byHand?.reason ?? ''}`,
    judgement.higherRisk === undefined
      ? null
      : `${judgement.higherRisk.yes ? 'Higher risk' : 'No higher risk'}: ${judgement.higherRisk.reason}`,
  ]
    .filter(Boolean)
    .join(' ')
}

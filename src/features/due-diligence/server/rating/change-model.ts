import { isDeepStrictEqual } from 'node:util'
import { desc, eq, sql } from 'drizzle-orm'
import {
  shippedModel,
  type ModelChoices,
  type ModelContent,
} from '#features/due-diligence/rules/rating/model.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { riskModels } from '#features/due-diligence/schema/risk-rating-schema.ts'
import type { Doer } from '#features/access/server/actor.ts'
import { DomainError, notFound } from '#base/server/domain-error.ts'
import { record } from '#features/audit/server/record.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { requirePack } from '../load.ts'
import { requireSenior } from '#features/approvals/server/require-senior.ts'
import { requireSecondPerson } from '#features/access/server/second-person.ts'
import { modelsOf } from './models.ts'

/** Versions are few and change seldom: one change at a time. */
async function lockModels(tx: Transaction): Promise<void> {
  await tx.execute(sql`lock table ${riskModels} in share row exclusive mode`)
}

/** Withdraws the proposed version, for the next one. */
async function nextVersion(tx: Transaction): Promise<number> {
  await tx.update(riskModels).set({ state: 'withdrawn' }).where(eq(riskModels.state, 'proposed'))
  const [newest] = await tx
    .select({ version: riskModels.version })
    .from(riskModels)
    .orderBy(desc(riskModels.version))
    .limit(1)
  return Math.max(newest?.version ?? 0, shippedModel.version) + 1
}

/**
 * Proposes a version of the model: the one in force with other choices. One that is proposed already is withdrawn.
 *
 * @throws DomainError changed (409) where another version is in force than the editor began with
 */
export async function proposeModel<Answer>(
  act: CommandContext,
  { content, expectedModel }: { content: ModelChoices; expectedModel: number },
  answer: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> {
  requirePack(act.context.settings)
  return inTransaction(act, async (work) => {
    const { tx, actor, now } = work
    await lockModels(tx)
    const { inForce } = await modelsOf(tx, null)
    if (inForce.version !== expectedModel) {
      throw new DomainError('conflict', `Version ${inForce.version} of the risk model is in use now.`, {
        code: 'changed',
      })
    }
    const version = await nextVersion(tx)
    await tx.insert(riskModels).values({
      version,
      content: { ...inForce.content, ...content },
      state: 'proposed',
      proposedBy: actor.userId,
      proposedAt: now,
    })
    await record(work, 'risk-model.proposed', null, { version })
    return answer(tx)
  })
}

/**
 * Puts the proposed version in force. Ratings are unchanged; the next one of each client uses it. Idempotent.
 *
 * @throws DomainError not-found; conflict (409): `changed` for one that is not proposed any more, `second-person` for
 * the own proposal, `senior-manager`
 */
export async function putInForce(act: CommandContext, version: number): Promise<void> {
  requirePack(act.context.settings)
  await inTransaction(act, async (work) => {
    const { tx, actor, now } = work
    await lockModels(tx)
    const [model] = await tx.select().from(riskModels).where(eq(riskModels.version, version))
    if (model === undefined) throw notFound()
    if (model.state === 'in-force' && model.approvedBy === actor.userId) return
    // A release may have shipped a version of the same number since.
    if (model.state !== 'proposed' || model.version <= shippedModel.version) {
      throw new DomainError('conflict', `Version ${version} is not proposed any more.`, { code: 'changed' })
    }
    const message = 'You proposed this version yourself. Someone else has to start using it.'
    if (model.proposedBy !== null) await requireSecondPerson(work, model.proposedBy, message)
    await requireSenior(tx, actor)
    await tx.update(riskModels).set({ state: 'retired' }).where(eq(riskModels.state, 'in-force'))
    await tx
      .update(riskModels)
      .set({ state: 'in-force', approvedBy: actor.userId, inForceAt: now })
      .where(eq(riskModels.version, version))
    await record(work, 'risk-model.in-force', null, { version })
  })
}

/**
 * Puts the model of a file in force (`firm:import`), where it differs. A proposed version is withdrawn.
 *
 * @returns whether it differs
 */
export async function importModel(
  work: TransactionContext<Doer | null, 'database'>,
  content: ModelContent,
): Promise<boolean> {
  const { tx, now } = work
  await lockModels(tx)
  const { inForce } = await modelsOf(tx, null)
  if (isDeepStrictEqual(inForce.content, content)) return false
  const version = await nextVersion(tx)
  await tx.update(riskModels).set({ state: 'retired' }).where(eq(riskModels.state, 'in-force'))
  await tx
    .insert(riskModels)
    .values({ version, content, state: 'in-force', proposedBy: null, proposedAt: now, inForceAt: now })
  await record(work, 'risk-model.in-force', null, { version })
  return true
}

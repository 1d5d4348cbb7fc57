import { desc } from 'drizzle-orm'
import { countryListsState } from '#features/due-diligence/rules/rating/country-lists.ts'
import { dayOf, formatDay } from '#base/rules/time/dates.ts'
import type { Queries } from '#base/server/db/database.ts'
import { newId } from '#base/server/db/id.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { countryConfirmations } from '#features/due-diligence/schema/risk-rating-schema.ts'
import { inTransaction, type CommandContext } from '#features/access/server/command-context.ts'
import type { Check } from '#features/access/server/health-check.ts'
import { nameOfUser } from '#features/access/server/name-of-user.ts'
import { record } from '#features/audit/server/record.ts'
import { requirePack } from '../load.ts'
import { modelsOf } from './models.ts'

/** When the countries were compared with the published lists last, and by whom; null for never. */
export async function countriesCompared(db: Queries): Promise<{ on: string; byName: string } | null> {
  const [found] = await db
    .select({
      on: countryConfirmations.comparedOn,
      byName: nameOfUser<string>(countryConfirmations.byId),
    })
    .from(countryConfirmations)
    .orderBy(desc(countryConfirmations.at), desc(countryConfirmations.id))
    .limit(1)
  return found ?? null
}

/**
 * Records that the firm compared the countries of its model with the published lists on a day.
 *
 * @throws DomainError invalid (400) for a day that is still to come
 */
export async function confirmCountries(act: CommandContext, comparedOn: string): Promise<void> {
  requirePack(act.context.settings)
  if (comparedOn > dayOf(act.now)) {
    const message = 'This date is in the future. Please check it.'
    throw new DomainError('invalid', message, { errors: [{ path: 'comparedOn', message }] })
  }
  await inTransaction(act, async (work) => {
    const { tx, actor, now } = work
    if ((await countriesCompared(tx))?.on === comparedOn) return
    await tx.insert(countryConfirmations).values({ id: newId(), comparedOn, byId: actor.userId, at: now })
    await record(work, 'risk-model.countries-compared', null, { comparedOn })
  })
}

/** The country lists of the rating: not in order before the firm has compared them, and 150 days later. */
export const countryListsCheck: Check = {
  name: 'country-lists',
  title: 'Country lists of the rating',
  isUsed: ({ settings }) => settings.dueDiligence.on,
  async run({ database: { db }, settings, now }) {
    const { inForce } = await modelsOf(db, null)
    const state = countryListsState(inForce.content, (await countriesCompared(db))?.on ?? null, dayOf(now()))
    const summary =
      state.is === 'done'
        ? `Compared with the published lists on ${formatDay(state.at)}`
        : state.is === 'stale'
          ? `Compared on ${formatDay(state.of)}, too long ago`
          : 'Not set up: no one has compared them with the published lists'
    const isAbsent = state.is === 'not-configured'
    return {
      health: state.is === 'done' || (isAbsent && settings.demo) ? 'healthy' : 'degraded',
      summary,
      isAbsent,
      percent: null,
      figures: [],
    }
  },
}

import type { todayEndpoints } from '#features/today/api.ts'
import { inOrder, type TodayRow } from '#features/today/rules/today.ts'
import type { Doer } from '#features/access/server/actor.ts'
import type { CommandContext } from '#features/access/server/command-context.ts'
import type { Handlers } from '#features/access/server/http/route.ts'

/** The most rows of a kind: more than anyone does in a day. */
export const MAX_OF_A_KIND = 100

/** Who asks what there is to do, and when. */
export type TodayCall = Pick<CommandContext<Doer & { compliance?: boolean }>, 'context' | 'actor' | 'now'>

/** What a subject adds to the list: up to `MAX_OF_A_KIND` rows of each of its kinds. */
export type TodaySource = (call: TodayCall) => Promise<TodayRow[]>

/** A row, with what it does not say left out. */
export function todayRow(row: Pick<TodayRow, 'kind'> & Partial<TodayRow>): TodayRow {
  return {
    applicationId: null,
    name: null,
    count: 1,
    since: null,
    promisedBy: null,
    late: false,
    manager: null,
    by: null,
    strong: false,
    item: null,
    note: null,
    notification: null,
    ...row,
  }
}

/** What a member of staff has to do, in order. Who only reads gets their notifications, and nothing to decide. */
export async function todayOf(sources: readonly TodaySource[], call: TodayCall): Promise<TodayRow[]> {
  const rows = await Promise.all(sources.map((source) => source(call)))
  const isReader = call.actor.compliance === true
  return inOrder(rows.flat().filter(({ notification }) => !isReader || notification !== null))
}

/** The route of the list. */
export function todayHandlers(sources: readonly TodaySource[]): Handlers<keyof typeof todayEndpoints> {
  return { 'GET /api/today': (call) => todayOf(sources, call) }
}

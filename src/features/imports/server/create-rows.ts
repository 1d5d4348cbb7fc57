import { sql } from 'drizzle-orm'
import { readClient } from '#features/imports/rules/read-client.ts'
import type { Mapping } from '#features/imports/rules/mapping.ts'
import type { RowProblem } from '#features/imports/rules/problems.ts'
import type { RowOutcome } from '#features/imports/rules/states.ts'
import type { Doer } from '#features/access/server/actor.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { importRows } from '#features/imports/schema.ts'
import { DomainError } from '#base/server/domain-error.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'
import { lockWealthManager } from '#features/accounts/server/wealth-manager.ts'
import { createClients, type CreatedClient } from './create-clients.ts'
import { decryptRow } from './rows.ts'

type Row = typeof importRows.$inferSelect

interface Done {
  row: Row
  outcome: RowOutcome
  userId?: string
  problem?: RowProblem
}

/** Creates the clients of some rows of an import and stores the outcomes, with few statements for all of them. */
export async function createRowsOf(
  work: TransactionContext<Doer>,
  mapping: Mapping,
  rows: readonly Row[],
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const { context, now } = work
  const read = rows.map((row) => ({
    row,
    client: readClient(decryptRow(context.keyring, row), mapping, now),
    forced: row.reason !== null,
  }))
  const unknown = await lockManagers(
    work.tx,
    read.map(({ client }) => client.wealthManagerId),
  )
  const [lost = [], assignable = []] = [true, false].map((isLost) =>
    read.filter(({ client }) => unknown.has(client.wealthManagerId) === isLost),
  )
  const created = await createClients(work, first.importId, assignable)
  await storeOutcomes(work, first.importId, [
    ...lost.map(({ row }) => failedRow(row)),
    ...assignable.map(({ row }, index) => doneRow(row, created[index])),
  ])
}

function failedRow(row: Row): Done {
  return { row, outcome: 'failed', problem: { code: 'manager-unknown', field: 'wealthManager' } }
}

function doneRow(row: Row, created: CreatedClient | undefined): Done {
  if (created === undefined) throw new Error(`Row ${row.row} has no outcome.`)
  if ('userId' in created) return { row, outcome: 'created', userId: created.userId }
  return { row, outcome: 'skipped', problem: { code: created.duplicate, field: null } }
}

/** Locks the managers of some clients, in the order of ids. @returns those who cannot be assigned any more */
async function lockManagers(
  tx: Transaction,
  ids: readonly (string | null)[],
): Promise<ReadonlySet<string | null>> {
  const unknown = new Set<string | null>()
  for (const id of [...new Set(ids)].flatMap((each) => each ?? []).toSorted()) {
    try {
      await lockWealthManager(tx, id)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      unknown.add(id)
    }
  }
  return unknown
}

async function storeOutcomes(
  { tx, now }: TransactionContext<Doer>,
  importId: string,
  done: readonly Done[],
): Promise<void> {
  const [rows, outcomes, userIds, problems] = [
    done.map(({ row }) => row.row),
    done.map(({ outcome }) => outcome),
    done.map(({ userId = null }) => userId),
    done.map(({ problem }) => JSON.stringify(problem === undefined ? [] : [problem])),
  ]
  await tx.execute(sql`
    update ${importRows} set outcome = done.outcome, user_id = done.user_id, done_at = ${now.toISOString()}::timestamptz,
      problems = done.problems::jsonb || import_rows.problems
    from unnest(${sql.param(rows)}::int[], ${sql.param(outcomes)}::text[], ${sql.param(userIds)}::uuid[],
      ${sql.param(problems)}::text[]) done (row, outcome, user_id, problems)
    where import_id = ${importId} and import_rows.row = done.row`)
}

import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DomainError } from '#base/server/domain-error.ts'
import { createFaultInjector, type FaultInjector } from '#test/support/faults/fault.ts'
import { openWire, type Wire } from '#test/support/faults/wire.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts'
import { openDatabase, type DatabaseConnection } from './database.ts'
import { isConnectionError } from './is-connection-error.ts'

let testDatabase: TestDatabase
let injector: FaultInjector
let wire: Wire
let database: DatabaseConnection

beforeEach(async () => {
  testDatabase = await createTestDatabase()
  injector = createFaultInjector()
  wire = await openWire(testDatabase.url, injector)
  database = openDatabase(wire.url, () => undefined)
  await database.db.execute(sql`create table counted (n integer)`)
})

afterEach(async () => {
  await database.close()
  await wire.close()
  await testDatabase.drop()
})

/** A transaction of four statements: begin, two of its own, commit. */
async function addTwo(between: () => Promise<void> = () => Promise.resolve()): Promise<string> {
  return database.db.transaction(async (tx) => {
    await tx.execute(sql`insert into counted values (1)`)
    await between()
    await tx.execute(sql`insert into counted values (2)`)
    return 'done'
  })
}

async function counted(): Promise<number[]> {
  const { rows } = await database.db.execute<{ n: number }>(sql`select n from counted order by n`)
  return rows.map(({ n }) => n)
}

function inUse(): number {
  const { pool } = database
  return pool.totalCount - pool.idleCount
}

describe('a connection that breaks in a transaction', () => {
  test.each([1, 2, 3, 4])('at statement %i: nothing is stored, and the pool recovers', async (at) => {
    injector.arm({ at, effect: 'without effect', extent: 'crash' })
    const error: unknown = await addTwo().catch((reason: unknown) => reason)
    injector.disarm()
    expect(isConnectionError(error)).toBe(true)
    expect(inUse()).toBe(0)
    expect(await counted()).toEqual([])
    expect(await addTwo()).toBe('done')
  })

  test('between two statements: the process survives', async () => {
    const error: unknown = await addTwo(async () => {
      await wire.cut()
      await wire.mend()
    }).catch((reason: unknown) => reason)
    expect(isConnectionError(error)).toBe(true)
    expect(await counted()).toEqual([])
  })

  test('more often than there are connections: the pool recovers', async () => {
    for (let round = 0; round < 25; round += 1) {
      injector.arm({ at: 1, effect: 'without effect', extent: 'crash' })
      await addTwo().catch(() => undefined)
      injector.disarm()
    }
    expect(await addTwo()).toBe('done')
  })
})

test('an expected error rolls back and keeps the connection; a fault closes it', async () => {
  const fail = (error: Error) =>
    addTwo(async () => {
      throw error
    })
  await expect(fail(new DomainError('conflict', 'Not now.'))).rejects.toThrow('Not now.')
  expect(database.pool.totalCount).toBe(1)
  await expect(fail(new Error('a fault'))).rejects.toThrow('a fault')
  expect(database.pool.totalCount).toBe(0)
  expect(await counted()).toEqual([])
})

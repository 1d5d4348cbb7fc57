import { afterEach, beforeEach, expect, test } from 'vitest'
import pg from 'pg'
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts'
import { createFaultInjector, type FaultInjector } from './fault.ts'
import { openWire, type Wire } from './wire.ts'

let database: TestDatabase
let injector: FaultInjector
let wire: Wire
let pool: pg.Pool

beforeEach(async () => {
  database = await createTestDatabase()
  injector = createFaultInjector()
  wire = await openWire(database.url, injector)
  pool = new pg.Pool({ connectionString: wire.url, max: 1 })
  pool.on('error', () => undefined)
  await pool.query('create table counted (n integer)')
})

afterEach(async () => {
  await pool.end()
  await wire.close()
  await database.drop()
})

/** Three statements of each kind: simple, parametrised, and prepared by name. */
async function addThree(): Promise<unknown> {
  try {
    await pool.query('insert into counted values (1)')
    await pool.query('insert into counted values ($1)', [2])
    await pool.query({ name: 'add', text: 'insert into counted values ($1)', values: [3] })
    return 'done'
  } catch (error) {
    return error
  }
}

async function counted(): Promise<number[]> {
  const { rows } = await pool.query<{ n: number }>('select n from counted order by n')
  return rows.map(({ n }) => n)
}

test.each([
  [1, 'without effect', []],
  [1, 'with effect', [1]],
  [2, 'without effect', [1]],
  [2, 'with effect', [1, 2]],
  [3, 'without effect', [1, 2]],
  [3, 'with effect', [1, 2, 3]],
] as const)('a fault at statement %i, %s', async (at, effect, expected) => {
  injector.arm({ at, effect, extent: 'crash' })
  expect(await addThree()).toBeInstanceOf(Error)
  await expect(counted()).rejects.toThrow()
  expect(injector.disarm()).toBe(true)
  expect(await counted()).toEqual(expected)
})

test('after a hiccup the next connection works', async () => {
  injector.arm({ at: 2, effect: 'without effect', extent: 'hiccup' })
  expect(await addThree()).toBeInstanceOf(Error)
  expect(await counted()).toEqual([1])
  expect(injector.disarm()).toBe(true)
})

test('what was not reached does not hit, and a wire that was cut works again once mended', async () => {
  injector.arm({ at: 4, effect: 'with effect', extent: 'crash' })
  expect(await addThree()).toBe('done')
  expect(injector.disarm()).toBe(false)
  await wire.cut()
  await expect(counted()).rejects.toThrow()
  await wire.mend()
  expect(await counted()).toEqual([1, 2, 3])
})

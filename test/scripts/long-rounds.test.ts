import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { playsLongRounds } from '#test/support/long-rounds.ts'

const ROUNDS = new URL('../../scripts/long-rounds.mjs', import.meta.url).href
const { longRounds } = (await import(ROUNDS)) as {
  longRounds: (environment?: { FUZZ_SEED?: string }) => Record<string, string>
}

/** Read anew each time, with what the environment says then. */
const CONFIG = new URL('../../vitest.config.ts', import.meta.url).href
interface Config {
  default: { test: { projects: { test: { name: string } }[] } }
}

const root = path.join(import.meta.dirname, '../..')
const sources = ['src', 'test', 'scripts'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ts|mjs)$/u.test(file) && !file.includes('long-rounds.'))
    .map((file) => readFileSync(path.join(root, folder, file), 'utf8')),
)
const support = readFileSync(path.join(root, 'test/support/long-rounds.ts'), 'utf8')

test('what the long rounds set is what tests read', () => {
  for (const name of Object.keys(longRounds())) {
    expect([name, [...sources, support].some((text) => text.includes(name))]).toEqual([name, true])
  }
})

test('the long rounds run the same tests as the others, and for longer', async () => {
  const names = async (rounds: string) => {
    const { default: config } = (await import(`${CONFIG}?${rounds}`)) as Config
    return config.test.projects.map(({ test: { name } }) => name)
  }
  vi.stubEnv('CRASH_ROUNDS', undefined)
  const few = await names('few')
  expect(playsLongRounds()).toBe(false)
  for (const [name, value] of Object.entries(longRounds())) vi.stubEnv(name, value)
  expect(await names('long')).toEqual(few)
  expect(few).toContain('server')
  expect(playsLongRounds()).toBe(true)
})

test('a seed that is given is the one that is played', () => {
  expect(longRounds({ FUZZ_SEED: '7' })).toMatchObject({ FUZZ_SEED: '7' })
})

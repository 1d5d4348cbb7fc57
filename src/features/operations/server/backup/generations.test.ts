import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { generationsIn, retainedOf, nameOf, prune } from './generations.ts'

const NOW = new Date('2026-11-22T01:00:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS)

test('the newest backup of each of seven days and of five weeks stays, whatever else was made', () => {
  const generations = Array.from({ length: 120 }, (_, index) => ({
    folder: String(index / 2),
    takenAt: daysAgo(index / 2),
  }))
  const retained = retainedOf(generations, { daily: 7, weekly: 5 }).map(({ folder }) => folder)
  // 22 November 2026 is a Sunday: each week's newest is its Sunday.
  expect(retained).toEqual(['0', '0.5', '1.5', '2.5', '3.5', '4.5', '5.5', '6.5', '13.5', '20.5', '27.5'])
})

test('the newest stays, however old it is', () => {
  const old = { folder: 'old', takenAt: daysAgo(900) }
  expect(retainedOf([old], { daily: 1, weekly: 0 })).toEqual([old])
})

test('other backups are deleted, also unfinished ones, but no other files and none in progress', async () => {
  const folder = makeFolder('onboarding-generations-')
  const make = (name: string, takenAt?: Date) => {
    mkdirSync(path.join(folder, name))
    if (takenAt !== undefined) writeFileSync(path.join(folder, name, 'manifest.json'), manifestOf(takenAt))
  }
  for (const days of [0, 1, 2, 3]) make(nameOf(daysAgo(days)), daysAgo(days))
  const [begunLongAgo, begunNow] = [nameOf(daysAgo(9)), nameOf(new Date(NOW.getTime() + 1))]
  for (const name of [begunLongAgo, begunNow, 'of-somebody-else']) make(name)
  // An earlier run was killed during a removal.
  make(`${nameOf(daysAgo(40))}.leaving`)

  expect(await prune(folder, { daily: 2, weekly: 0 }, NOW)).toBe(3)
  expect(readdirSync(folder).toSorted()).toEqual(
    [nameOf(daysAgo(1)), nameOf(NOW), begunNow, 'of-somebody-else'].toSorted(),
  )
  expect((await generationsIn(folder)).map(({ takenAt }) => takenAt)).toEqual([NOW, daysAgo(1)])
})

function manifestOf(takenAt: Date): string {
  return JSON.stringify({
    format: 1,
    takenAt: takenAt.toISOString(),
    schema: { migrations: 1, newest: 1 },
    encryptionKeys: [],
    tables: [],
    objects: { count: 0, bytes: 0, listSha256: '0'.repeat(64) },
    missing: [],
  })
}

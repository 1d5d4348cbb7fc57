import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tally } from './balancer.ts'
import { faults, type Fault } from './faults.ts'
import { openLoad } from './load.ts'
import { writeToDocument, type Outcome } from './report.ts'
import { openSite, type Site } from './site.ts'
import { judge } from './verdict.ts'

/** `npm run test:faults` plays every fault five times and writes down what came of it; `npm test` plays the quick ones once. */
const isThorough = process.env['FAULT_ROUNDS'] !== undefined
const rounds = Number(process.env['FAULT_ROUNDS'] ?? 1)
/** Half a minute, on a machine that has nothing else to do. */
const LIMIT_MS = 420_000
/** How long people work before anything happens, and after it is over. */
const BEFORE_MS = 1500
const AFTER_MS = 2500

let site: Site
const outcomes: Outcome[] = []

beforeAll(async () => {
  site = await openSite()
}, LIMIT_MS)
afterAll(async () => {
  await site.close()
  if (isThorough) writeToDocument(outcomes)
}, LIMIT_MS)

/** Plays one round. */
async function play({ servers, inject }: Fault): Promise<Omit<Outcome, 'fault'> & { causes: string[] }> {
  await site.staff(servers)
  const { balancer } = site
  await expect.poll(() => balancer.inService().length, { timeout: 30_000 }).toBe(servers.length)
  const load = await openLoad(site)
  balancer.begin()
  await wait(BEFORE_MS)
  await inject(site)
  await wait(AFTER_MS)
  const tally: Tally = structuredClone(balancer.tally())
  await load.stop()
  const verdict = await judge(site, load)
  expect(verdict).toEqual({ lost: [], doubled: [] })
  return { ...tally, lost: verdict.lost.length, doubled: verdict.doubled.length }
}

function expectBounds({ bounds }: Fault, played: Awaited<ReturnType<typeof play>>): void {
  expect(played.acknowledged).toBeGreaterThan(0)
  if (bounds.noErrors) expect(played.causes).toEqual([])
  if (bounds.noRefusals) expect(played.refused).toBe(0)
  if (isMachineBusy()) return
  expect(played.longestGapMs / 1000).toBeLessThan(bounds.gapSeconds)
  expect(played.longestWaitMs / 1000).toBeLessThan(bounds.waitSeconds)
}

/** Of what there are many is said once. */
function countsOf(causes: readonly string[]): string {
  const counts = Map.groupBy(causes, (cause) => cause)
  return [...counts].map(([cause, { length }]) => `\n    ${length} × ${cause}`).join('')
}

/** Others at work on the machine: what it measures says nothing then. */
function isMachineBusy(): boolean {
  return (loadavg()[0] ?? 0) > 1.5 * availableParallelism()
}

test.each(faults.filter(({ isQuick }) => isThorough || isQuick))(
  '$name: nothing acknowledged is lost, and nothing done twice',
  async (fault) => {
    for (let round = 1; round <= rounds; round += 1) {
      try {
        const { causes, ...played } = await play(fault)
        process.stdout.write(
          `  ${fault.name}, round ${round}: ${JSON.stringify(played)}${countsOf(causes)}\n`,
        )
        outcomes.push({ fault, ...played })
        expectBounds(fault, { ...played, causes })
      } catch (error) {
        process.stdout.write(site.said())
        throw error
      }
    }
  },
  rounds * LIMIT_MS,
)

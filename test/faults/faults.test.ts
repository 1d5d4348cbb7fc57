import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchOthers } from '#test/support/processor-time.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { mountSmallDisk } from '#test/support/small-disk.ts'
import type { Counter } from './balancer.ts'
import type { Fault } from './fault.ts'
import { faults } from './faults.ts'
import { openLoad, type Load } from './load.ts'
import { openMailBox } from './mail-box.ts'
import { openProbes } from './probes.ts'
import { writeToDocument, type Outcome } from './report.ts'
import { openSite, type Site } from './site.ts'
import { warm } from './some-client.ts'
import { openStandInStore } from './stand-in-store.ts'
import { judge } from './verdict.ts'

/**
 * `npm test -- --only faults` runs every fault five times and writes the results; `npm test` runs the quick ones once.
 */
const isThorough = process.env['FAULT_ROUNDS'] !== undefined
const rounds = Number(process.env['FAULT_ROUNDS'] ?? 1)
const roundNumbers = Array.from({ length: rounds }, (_, index) => index + 1)
/** Half a minute on an idle machine. */
const LIMIT_MS = 420_000
/** Duration of load before and after a fault. */
const BEFORE_MS = 1000
const AFTER_MS = 2000
/** Time limits apply only if no other process uses the machine. */
const OTHERS_AT_MOST = 0.1

let shared: Site

beforeAll(async () => {
  shared = await openSite()
}, LIMIT_MS)
afterAll(async () => {
  await shared.close()
}, LIMIT_MS)

/** Runs one round. */
async function play(fault: Fault, site: Site): Promise<Omit<Outcome, 'fault'> & { causes: string[] }> {
  const { servers, bounds } = fault
  await site.staff(servers)
  const { balancer } = site
  await expect.poll(() => balancer.inService().length, { timeout: 30_000 }).toBe(servers.length)
  if (bounds.silenceSeconds !== undefined) await warm(site)
  const load = await openLoad(site, fault.inDoubtMs)
  try {
    return await playUnder(load, fault, site)
  } catch (error) {
    load.disperse()
    throw error
  }
}

async function playUnder(
  load: Load,
  { inject, afterwards, bounds: { silenceSeconds } }: Fault,
  site: Site,
): ReturnType<typeof play> {
  const { balancer } = site
  balancer.begin()
  const others = watchOthers(site.postgres.first)
  const probes = silenceSeconds === undefined ? undefined : openProbes(balancer.url)
  await wait(BEFORE_MS)
  await inject(site)
  await wait(AFTER_MS)
  if (probes !== undefined) {
    const { betweenAnswers, ofOne } = await probes.stop()
    const atMostSeconds = silenceSeconds ?? 0
    site.note({ what: 'without an answer to any client', seconds: betweenAnswers, atMostSeconds })
    site.note({ what: 'to one who asks again', seconds: ofOne, atMostSeconds })
  }
  const counter: Counter = structuredClone(balancer.counter())
  const share = others.stop()
  await load.stop()
  await afterwards?.(site)
  const verdict = await judge(site, load)
  expect(verdict).toEqual({ lost: [], doubled: [] })
  return {
    ...counter,
    measured: site.noted(),
    isQuiet: share !== null && share < OTHERS_AT_MOST,
    lost: verdict.lost.length,
    doubled: verdict.doubled.length,
  }
}

/** Faults of disk, bucket or mail server get their own site; the others share one. */
async function onSiteOf<Result>(
  { diskMegabytes, hasBucket, hasMail }: Fault,
  work: (site: Site) => Promise<Result>,
): Promise<Result> {
  if (diskMegabytes === undefined && !hasBucket && !hasMail) return work(shared)
  const parent = makeFolder('onboarding-other-site-', tmpdir())
  const unmount = diskMegabytes === undefined ? null : mountSmallDisk(parent, diskMegabytes)
  const store = hasBucket ? await openStandInStore() : undefined
  const mail = hasMail ? await openMailBox() : undefined
  const site = await openSite({ parent, store, mail })
  try {
    return await work(site)
  } catch (error) {
    process.stdout.write(site.output())
    throw error
  } finally {
    await site.close()
    await store?.close()
    await mail?.close()
    unmount?.()
    rmSync(parent, { recursive: true })
  }
}

function expectBounds({ bounds }: Fault, played: Awaited<ReturnType<typeof play>>): void {
  expect(played.acknowledged).toBeGreaterThan(0)
  if (bounds.noErrors) expect(played.causes).toEqual([])
  if (bounds.noRejections) expect(played.refused).toBe(0)
  if (!played.isQuiet) return
  expect(played.longestGapMs / 1000).toBeLessThan(bounds.gapSeconds)
  expect([played.longestWaitOf, played.longestWaitMs / 1000]).toEqual([
    played.longestWaitOf,
    expect.toSatisfy((seconds: number) => seconds < bounds.waitSeconds, `below ${bounds.waitSeconds} s`),
  ])
  expect(played.measured.filter(({ seconds, atMostSeconds }) => seconds > atMostSeconds)).toEqual([])
}

/** Reports duplicates once. */
function countsOf(causes: readonly string[]): string {
  const counts = Map.groupBy(causes, (cause) => cause)
  return [...counts].map(([cause, { length }]) => `\n    ${length} × ${cause}`).join('')
}

/** Only root can mount a disk. */
const isPossible = ({ diskMegabytes }: Fault) => diskMegabytes === undefined || process.getuid?.() === 0

const toPlay = faults.filter((fault) => isPossible(fault) && (isThorough || fault.isQuick))

// Full names, because `$name` is cut off after forty letters and three of them would be equal.
test.each(toPlay.map((fault) => [fault.name, fault] as const))(
  '%s: nothing acknowledged is lost, and nothing done twice',
  async (_name, fault) => {
    const outcomes: Outcome[] = []
    const playAt = async (site: Site) => {
      const { causes, ...played } = await play(fault, site)
      const round = outcomes.push({ fault, ...played })
      process.stdout.write(`  ${fault.name}, round ${round}: ${JSON.stringify(played)}${countsOf(causes)}\n`)
      expectBounds(fault, { ...played, causes })
    }
    try {
      if (fault.hasMail || fault.diskMegabytes) for (const _ of roundNumbers) await onSiteOf(fault, playAt)
      else
        await onSiteOf(fault, async (site) => {
          for (const _ of roundNumbers) await playAt(site)
        })
    } catch (error) {
      process.stdout.write(shared.output())
      await shared.dismiss()
      throw error
    }
    if (isThorough) writeToDocument(outcomes)
  },
  rounds * LIMIT_MS,
)

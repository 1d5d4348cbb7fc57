import { randomInt } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSeal } from '#server/platform/seal/create-certificate.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import {
  browserOf,
  doDeed,
  newJournal,
  NoAnswer,
  registerClient,
  type Deed,
  type Journal,
} from './kill/client.ts'
import { expectBooks } from './kill/expect-books.ts'
import { expectJournal } from './kill/expect-journal.ts'
import { giveLetter } from './kill/give-letter.ts'
import { openSite, type Site, type Victim } from './kill/site.ts'
import { verifyAudit } from './kill/verify-audit.ts'
import { isLongRun, rounds } from './scale.ts'

const CLIENTS = 6
/** What is promised of a start after a kill; on a machine with nothing else to do. */
const START_WITHIN_MS = 5_000
// Half a minute where nothing else is done; a busy machine takes six times that.
const MS_PER_ROUND = 240_000

const seed = Number(process.env['CRASH_SEED'] ?? randomInt(2 ** 31))

/** Who is killed, in turn. */
const VICTIMS = ['server', 'both', 'postmaster', 'server'] as const satisfies Victim[]

/** One round: what the clients do, and at which moment somebody is killed. */
interface Round {
  afterDeeds: number
  /** Into whatever is going on by then. */
  andMs: number
  /** What each client does, again and again. */
  deeds: Deed[][]
}

const deed = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Deed>('save') },
  { weight: 4, arbitrary: fc.constant<Deed>('upload') },
  { weight: 1, arbitrary: fc.constant<Deed>('remove') },
  { weight: 1, arbitrary: fc.constant<Deed>('sign in') },
  { weight: 2, arbitrary: fc.constant<Deed>('submit') },
)

const roundsToPlay: fc.Arbitrary<Round> = fc.record({
  afterDeeds: fc.integer({ min: 5, max: 90 }),
  andMs: fc.integer({ min: 0, max: 60 }),
  deeds: fc.array(fc.array(deed, { minLength: 3, maxLength: 15 }), {
    minLength: CLIENTS,
    maxLength: CLIENTS,
  }),
})

/** Where clients live, and who hears of each thing that they have done. */
interface Place {
  url: string
  onDeed: () => void
  /** Aborted once somebody was killed: a database that is back before anybody asks leaves no call without an answer. */
  killed: AbortSignal
}

/**
 * Lives as one client after another until somebody was killed, or the server does not answer any more: whoever has submitted
 * makes room for somebody new.
 */
async function live(journals: Journal[], deeds: readonly Deed[], site: Place): Promise<void> {
  try {
    while (!site.killed.aborted) {
      const journal = journals.at(-1)?.submission === 'none' ? journals.at(-1) : undefined
      await liveAs(journal ?? begin(journals), deeds, site)
    }
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
  }
}

function begin(journals: Journal[]): Journal {
  const journal = newJournal()
  journals.push(journal)
  return journal
}

/** A client's life, from registration to submission, or until somebody was killed. */
async function liveAs(
  journal: Journal,
  deeds: readonly Deed[],
  { url, onDeed, killed }: Place,
): Promise<void> {
  const session = browserOf(journal, url)
  if (journal.registered === 'asked') await registerClient(journal, session)
  for (const next of [...deeds, 'submit'] as const) {
    if (journal.submission !== 'none' || killed.aborted) return
    await doDeed(next, journal, session)
    onDeed()
  }
}

/** Plays a round. @returns after how many milliseconds the server was ready again */
async function play(site: Site, victim: Victim, round: Round, journals: Journal[][]): Promise<number> {
  const { promise: moment, resolve } = Promise.withResolvers<void>()
  let left = round.afterDeeds
  const onDeed = () => {
    left -= 1
    if (left === 0) resolve()
  }
  const over = new AbortController()
  const place = { url: site.url(), onDeed, killed: over.signal }
  const lives = round.deeds.map((deeds, index) => live((journals[index] ??= []), deeds, place))
  await Promise.race([moment, ...lives])
  await wait(round.andMs)
  await site.kill(victim)
  over.abort()
  await Promise.all(lives)
  return site.revive()
}

/** Whoever asked to register without an answer and is not there begins anew. */
async function expectJournals(journals: Journal[][], url: string): Promise<void> {
  for (const ofClient of journals) {
    const last = ofClient.at(-1)
    if (last?.registered === 'asked') ofClient.pop()
    await Promise.all(ofClient.map((journal) => expectJournal(journal, url)))
  }
}

/** What was acknowledged so far. */
function sumOf(journals: Journal[][]): string {
  const all = journals.flat()
  const saves = all.reduce((sum, { save }) => sum + save.acknowledged, 0)
  const files = all.reduce((sum, { files: { size } }) => sum + size, 0)
  const acts = all.reduce((sum, { acts: { length } }) => sum + length, 0)
  const submitted = all.filter(({ submission }) => submission === 'acknowledged').length
  const counts = `${all.length} clients, ${saves} saves, ${files} files, ${acts - submitted} signatures`
  return `${counts} and ${submitted} submissions so far`
}

/** Writes a firm's own certificate and key. @returns how a server is told of them */
async function writeSeal(folder: string): Promise<Record<'SEAL_CERTIFICATE' | 'SEAL_KEY', string>> {
  const { certificate, key } = await createSeal('Protea Private Wealth', new Date())
  const files = { SEAL_CERTIFICATE: path.join(folder, 'seal.crt'), SEAL_KEY: path.join(folder, 'seal.key') }
  writeFileSync(files.SEAL_CERTIFICATE, certificate)
  writeFileSync(files.SEAL_KEY, key)
  return files
}

/** Others at work on the machine: what it measures says nothing then. */
function isMachineBusy(): boolean {
  return (loadavg()[0] ?? 0) > 1.5 * availableParallelism()
}

function tell(line: string): void {
  process.stdout.write(`  ${line}\n`)
}

test(
  `killed ${rounds} times under a stream of saves, uploads, signatures and submissions, nothing acknowledged is lost, and nothing done twice`,
  async () => {
    tell(`CRASH_SEED=${seed} repeats this.`)
    const folder = makeFolder('onboarding-seal-')
    const seal = await writeSeal(folder)
    const site = await openSite({ DEMO: '0', SELF_REGISTRATION: '1', TRUST_PROXY: '1', ...seal })
    const journals: Journal[][] = []
    try {
      await giveLetter(site)
      for (const [index, round] of fc.sample(roundsToPlay, { seed, numRuns: rounds }).entries()) {
        const victim = VICTIMS[index % VICTIMS.length] ?? 'server'
        const readyAfterMs = await play(site, victim, round, journals)
        await expectJournals(journals, site.url())
        await expectBooks(site)
        await verifyAudit(site)
        tell(
          `round ${index + 1}: ${victim} killed, ready after ${Math.round(readyAfterMs)} ms; ${sumOf(journals)}`,
        )
        if (isLongRun && !isMachineBusy()) expect(readyAfterMs).toBeLessThan(START_WITHIN_MS)
      }
    } catch (error) {
      tell(site.said())
      throw error
    } finally {
      await site.close()
      rmSync(folder, { recursive: true })
    }
  },
  rounds * MS_PER_ROUND,
)

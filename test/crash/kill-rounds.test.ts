import { randomInt } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSeal } from '#base/server/seal/create-certificate.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import {
  browserOf,
  performAction,
  newJournal,
  NoAnswer,
  registerClient,
  type Action,
  type Journal,
} from './kill/client.ts'
import { expectBooks } from './kill/expect-books.ts'
import { expectJournal } from './kill/expect-journal.ts'
import { giveLetter } from './kill/give-letter.ts'
import { openSite, type Site, type Victim } from './kill/site.ts'
import { verifyAudit } from './kill/verify-audit.ts'
import { isLongRun, rounds } from './scale.ts'

const CLIENTS = 6
/** Maximum start time after a kill, on an idle machine. */
const START_WITHIN_MS = 5_000
// Takes half a minute on an idle machine, and six times that on a busy one.
const MS_PER_ROUND = 240_000

const seed = Number(process.env['CRASH_SEED'] ?? randomInt(2 ** 31))

/** Processes to kill, in turn. */
const VICTIMS = ['server', 'both', 'postmaster', 'server'] as const satisfies Victim[]

/** One round: operations of the clients, and the time of the kill. */
interface Round {
  afterActions: number
  /** At a random time during any operation. */
  andMs: number
  /** The operations that each client repeats. */
  actions: Action[][]
}

const action = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Action>('save') },
  { weight: 4, arbitrary: fc.constant<Action>('upload') },
  { weight: 1, arbitrary: fc.constant<Action>('remove') },
  { weight: 1, arbitrary: fc.constant<Action>('sign in') },
  { weight: 2, arbitrary: fc.constant<Action>('submit') },
)

const roundsToPlay: fc.Arbitrary<Round> = fc.record({
  afterActions: fc.integer({ min: 5, max: 90 }),
  andMs: fc.integer({ min: 0, max: 60 }),
  actions: fc.array(fc.array(action, { minLength: 3, maxLength: 15 }), {
    minLength: CLIENTS,
    maxLength: CLIENTS,
  }),
})

/** The site of the clients, and a callback for each acknowledged operation. */
interface Target {
  url: string
  onAction: () => void
  /** Aborted after the kill, because a database may recover before any call fails. */
  killed: AbortSignal
}

/**
 * Acts as one client after another until a process is killed or the server stops responding. A new client follows each
 * submission.
 */
async function live(journals: Journal[], actions: readonly Action[], site: Target): Promise<void> {
  try {
    while (!site.killed.aborted) {
      const journal = journals.at(-1)?.submission === 'none' ? journals.at(-1) : undefined
      await liveAs(journal ?? begin(journals), actions, site)
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

/** A client from registration to submission, or until a process is killed. */
async function liveAs(
  journal: Journal,
  actions: readonly Action[],
  { url, onAction, killed }: Target,
): Promise<void> {
  const session = browserOf(journal, url)
  if (journal.registered === 'asked') await registerClient(journal, session)
  for (const next of [...actions, 'submit'] as const) {
    if (journal.submission !== 'none' || killed.aborted) return
    await performAction(next, journal, session)
    onAction()
  }
}

/** Runs a round. @returns milliseconds until the server was ready again */
async function play(site: Site, victim: Victim, round: Round, journals: Journal[][]): Promise<number> {
  const { promise: time, resolve } = Promise.withResolvers<void>()
  let left = round.afterActions
  const onAction = () => {
    left -= 1
    if (left === 0) resolve()
  }
  const over = new AbortController()
  const target = { url: site.url(), onAction, killed: over.signal }
  const lives = round.actions.map((actions, index) => live((journals[index] ??= []), actions, target))
  await Promise.race([time, ...lives])
  await wait(round.andMs)
  await site.kill(victim)
  over.abort()
  await Promise.all(lives)
  return site.revive()
}

/** A client whose registration got no response and is missing starts again. */
async function expectJournals(journals: Journal[][], url: string): Promise<void> {
  for (const ofClient of journals) {
    const last = ofClient.at(-1)
    if (last?.registered === 'asked') ofClient.pop()
    await Promise.all(ofClient.map((journal) => expectJournal(journal, url)))
  }
}

/** Counts acknowledged operations. */
function sumOf(journals: Journal[][]): string {
  const all = journals.flat()
  const saves = all.reduce((sum, { save }) => sum + save.acknowledged, 0)
  const files = all.reduce((sum, { files: { size } }) => sum + size, 0)
  const acts = all.reduce((sum, { acts: { length } }) => sum + length, 0)
  const submitted = all.filter(({ submission }) => submission === 'acknowledged').length
  const counts = `${all.length} clients, ${saves} saves, ${files} files, ${acts - submitted} signatures`
  return `${counts} and ${submitted} submissions so far`
}

/** Writes the firm's certificate and key. @returns the settings that name them */
async function writeSeal(folder: string): Promise<Record<'SEAL_CERTIFICATE' | 'SEAL_KEY', string>> {
  const { certificate, key } = await createSeal('Protea Private Wealth', new Date())
  const files = { SEAL_CERTIFICATE: path.join(folder, 'seal.crt'), SEAL_KEY: path.join(folder, 'seal.key') }
  writeFileSync(files.SEAL_CERTIFICATE, certificate)
  writeFileSync(files.SEAL_KEY, key)
  return files
}

/** Whether other processes use the machine, so that time limits do not apply. */
function isMachineBusy(): boolean {
  return (loadavg()[0] ?? 0) > 1.5 * availableParallelism()
}

function print(line: string): void {
  process.stdout.write(`  ${line}\n`)
}

test(
  `killed ${rounds} times under a stream of saves, uploads, signatures and submissions, nothing acknowledged is lost, and nothing done twice`,
  async () => {
    print(`CRASH_SEED=${seed} repeats this.`)
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
        print(
          `round ${index + 1}: ${victim} killed, ready after ${Math.round(readyAfterMs)} ms; ${sumOf(journals)}`,
        )
        if (isLongRun && !isMachineBusy()) expect(readyAfterMs).toBeLessThan(START_WITHIN_MS)
      }
    } catch (error) {
      print(site.output())
      throw error
    } finally {
      await site.close()
      rmSync(folder, { recursive: true })
    }
  },
  rounds * MS_PER_ROUND,
)

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { identifiedByTexts, signables } from '#features/signing/rules/signables.ts'
import { runSealer } from '#features/signing/server/sealing/run-sealer.ts'
import { makePdf } from '#test/support/files.ts'
import { createdSeal } from '#test/support/signing.ts'
import type { Measurement, Row } from './measurement.ts'
import { atMost } from './support/rows.ts'

const MAX_MS = 300
/** Maximum delay of other requests, since another process does the work. */
const MAX_DELAY_MS = 50
const WARM_UP = 5
const LETTERS = 100
const FEW_LETTERS = 20
/** With fewer rounds the result is not tested, since the run only checks that the benchmark works. */
const FEW_ROUNDS = 3
/** As large as a firm's letter from a word processor, with images. */
const LETTER_BYTES = 500_000

async function measure({ rounds }: { rounds: number }): Promise<Row[]> {
  const { sign, certificate, chain, keyType } = await createdSeal()
  const letter = await makePdf({ text: 'A letter', size: LETTER_BYTES })
  const at = new Date()
  const { title, statements, statementsVersion: wording } = signables.faisLetter
  const facts = {
    documentId: '0198c7a0-0000-7000-8000-000000000001',
    firmName: 'Protea Private Wealth',
    tagline: 'Protect. Create. Wealth.',
    contact: [],
    title,
    version: 1,
    sha256: 'ab'.repeat(32),
    bytes: letter.length,
    name: 'Thandiwe Nkosi',
    idNumber: null,
    email: 'thandiwe@people.example',
    statements,
    wording,
    identifiedBy: identifiedByTexts.password,
    ip: '192.0.2.1',
    device: 'Firefox on Windows',
    openedAt: at,
    displayedAt: at,
    signedAt: at,
    signature: { by: 'typing', name: 'Thandiwe Nkosi' },
    verifyAt: 'https://onboarding.example/verify',
    timestamped: false,
  } as const
  const sealOnce = async () => {
    const began = performance.now()
    const task = { do: 'seal', facts, seal: { certificate, chain, keyType } } as const
    const outcome = await runSealer(letter, task, ({ data }) => sign(data))
    if (!('sealed' in outcome)) throw new Error(JSON.stringify(outcome))
    return performance.now() - began
  }
  for (let times = 0; times < WARM_UP; times += 1) await sealOnce()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const taken: number[] = []
  for (let times = rounds < FEW_ROUNDS ? FEW_LETTERS : LETTERS; times > 0; times -= 1)
    taken.push(await sealOnce())
  delay.disable()
  const p95 = taken.toSorted((a, b) => a - b)[Math.floor(taken.length * 0.95)] ?? Infinity
  return [
    atMost('a letter of 500 kB is sealed, 95th percentile', p95, MAX_MS, 'ms'),
    atMost('the event loop waits meanwhile, 99th percentile', delay.percentile(99) / 1e6, MAX_DELAY_MS, 'ms'),
  ]
}

const sealing: Measurement = {
  name: 'Sealing',
  about:
    'A letter gets its certificate page and its seal in a process of its own, one after the other, the process warm; a time-stamp server is not asked.',
  measure,
}

export default sealing

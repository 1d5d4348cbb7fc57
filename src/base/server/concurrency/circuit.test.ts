import { expect, test } from 'vitest'
import { createCircuit } from './circuit.ts'

const refuse = (seconds: number) => new Error(`in ${seconds} s`)
const fails = () => Promise.reject(new Error('away'))
const works = () => Promise.resolve('here')

function circuitAt(clock: { ms: number }) {
  const circuit = createCircuit({ opensAfter: 3, restsMs: 10_000, now: () => clock.ms })
  const outcome = (call: () => Promise<string>) =>
    circuit.run(call, refuse).catch((error: unknown) => (error instanceof Error ? error.message : ''))
  return { circuit, outcome }
}

test('after three failures in a row no call is made, and callers learn when to retry', async () => {
  const clock = { ms: 0 }
  const { outcome } = circuitAt(clock)
  for (const expected of ['away', 'away', 'away']) expect(await outcome(fails)).toBe(expected)
  let calls = 0
  const counted = () => {
    calls += 1
    return works()
  }
  expect(await outcome(counted)).toBe('in 10 s')
  clock.ms = 9_500
  expect([await outcome(counted), calls]).toEqual(['in 1 s', 0])
})

test('one trial call runs after the pause while others are rejected; its success closes the circuit', async () => {
  const clock = { ms: 0 }
  const { outcome } = circuitAt(clock)
  for (let failed = 0; failed < 3; failed += 1) await outcome(fails)
  clock.ms = 10_000
  const { promise, resolve } = Promise.withResolvers<string>()
  const trial = outcome(() => promise)
  expect(await outcome(works)).toBe('in 1 s')
  resolve('here')
  expect([await trial, await outcome(works)]).toEqual(['here', 'here'])
})

test('a failed trial opens it again', async () => {
  const clock = { ms: 0 }
  const { outcome } = circuitAt(clock)
  for (let failed = 0; failed < 3; failed += 1) await outcome(fails)
  clock.ms = 10_000
  expect([await outcome(fails), await outcome(works)]).toEqual(['away', 'in 10 s'])
})

test('failures between successful calls do not open it; a later reported one counts', async () => {
  const { circuit, outcome } = circuitAt({ ms: 0 })
  for (let round = 0; round < 4; round += 1) {
    expect([await outcome(fails), await outcome(fails), await outcome(works)]).toEqual([
      'away',
      'away',
      'here',
    ])
  }
  for (let noted = 0; noted < 3; noted += 1) circuit.noteFailure()
  expect(await outcome(works)).toBe('in 10 s')
})

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { withRows, type Outcome } from '#test/faults/report.ts'

const DOCUMENT = readFileSync(path.resolve(import.meta.dirname, '../../docs/reliability.md'), 'utf8')

const cold = { what: 'cold', seconds: 2, atMostSeconds: 5 }

function outcome(name: string, changed: Partial<Outcome> = {}): Outcome {
  const fault: Outcome['fault'] = {
    name,
    promise: 'no one notices',
    servers: [],
    inject: () => Promise.resolve(),
    bounds: { gapSeconds: 1, waitSeconds: 1 },
  }
  const waits = { longestGapMs: 100, longestWaitMs: 200, longestWaitOf: '' }
  const counts = { acknowledged: 10, refused: 0, errors: 0, lost: 0, doubled: 0 }
  return { fault, ...counts, ...waits, measured: [], isQuiet: true, ...changed }
}

test('rounds of a fault are added up in its row, and their longest times stand in it', () => {
  const written = withRows(
    DOCUMENT,
    [
      outcome('the sun dark', {
        refused: 2,
        longestGapMs: 4200,
        isQuiet: false,
        measured: [{ ...cold, seconds: 3 }],
      }),
      outcome('the sun dark', { errors: 1, measured: [cold] }),
    ],
    'today',
  )
  expect(written).toContain(
    `| the sun dark | no one notices | 2 | 20 | 0 | 0 | 2 | 1 | 4.2 of 1 s | 0.2 of 1 s | cold: 3.0 of 5 s | in 1 rounds | ${new Date().toISOString().slice(0, 10)} |`,
  )
})

test('a fault that is played again is replaced, and others stay as they were', () => {
  const first = withRows(DOCUMENT, [outcome('one'), outcome('other')], 'yesterday')
  const second = withRows(first, [outcome('one', { acknowledged: 7 })], 'today')
  expect(second).toContain('| one | no one notices | 1 | 7 |')
  expect(second).toContain('| other | no one notices | 1 | 10 |')
  expect([second.includes('yesterday'), second.includes('| one | no one notices | 1 | 10 |')]).toEqual([
    false,
    false,
  ])
})

test('a document without its markers is refused', () => {
  expect(() => withRows('Nothing here.', [], 'today')).toThrow('two markers')
})

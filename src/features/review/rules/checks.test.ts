import { expect, test } from 'vitest'
import type { StaffCheck } from '#features/applications/rules/warnings.ts'
import { isOpenCheck, settlementOf, waitsForCorrection, type Settled } from './checks.ts'

const check: StaffCheck = { path: 'taxIncomeNumber', check: 'taxNumber', message: '', about: '["1"]' }
const decided = (more: Partial<Settled> = {}): Settled => ({
  path: 'taxIncomeNumber',
  check: 'taxNumber',
  about: '["1"]',
  decision: 'accepted',
  ...more,
})
const stateAfter = (...settlements: Settled[]) => {
  const settlement = settlementOf(check, settlements)
  return { open: isOpenCheck({ settlement }), toCorrect: waitsForCorrection({ settlement }) }
}

test.each<[string, Settled[], ReturnType<typeof stateAfter>]>([
  ['no decision', [], { open: true, toCorrect: false }],
  ['accepted', [decided()], { open: false, toCorrect: false }],
  ['to be corrected', [decided({ decision: 'to-correct' })], { open: false, toCorrect: true }],
  ['reopened', [decided(), decided({ decision: 'reopened' })], { open: true, toCorrect: false }],
  [
    'settled again',
    [decided({ decision: 'to-correct' }), decided({ decision: 'reopened' }), decided()],
    { open: false, toCorrect: false },
  ],
  ['a decision about another value', [decided({ about: '["2"]' })], { open: true, toCorrect: false }],
  ['a decision about another check', [decided({ check: 'idNumber' })], { open: true, toCorrect: false }],
  ['a decision about another answer', [decided({ path: 'idNumber' })], { open: true, toCorrect: false }],
  [
    'the accepted value again after another one',
    [decided(), decided({ about: '["2"]', decision: 'reopened' })],
    { open: false, toCorrect: false },
  ],
])('%s', (_, settlements, state) => expect(stateAfter(...settlements)).toEqual(state))

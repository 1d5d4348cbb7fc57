import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { completeAnswers } from '#domain/applications/wizard/complete-answers.ts'
import { readKeyring } from '#server/platform/encryption/keyring.ts'
import { openAnswers, sealAnswers } from './sealed-answers.ts'

const ID = '0198c7a0-0000-7000-8000-000000000001'
const key = randomBytes(32).toString('base64')
const keyring = readKeyring(key)
const children = ['1201015009088', '1502025009081'].map((idNumber) => ({
  fullName: 'Lindiwe Nkosi',
  idNumber,
  residence: 'with_parents' as const,
}))
const answers = completeAnswers('client@test.example', { hasChildren: true, childrenDetails: children })
const sealed = sealAnswers(keyring, ID, answers)

test('a secret that did not change keeps its sealed text', () => {
  const saved = sealAnswers(keyring, ID, { ...answers, city: 'Durban' }, { sealed, answers })
  expect(saved).toEqual({ ...sealed, city: 'Durban' })
})

test('one that changed is sealed anew, and the others stay', () => {
  const changed = { ...answers, taxIncomeNumber: '0001339068' }
  const saved = sealAnswers(keyring, ID, changed, { sealed, answers })
  expect(saved.taxIncomeNumber).not.toBe(sealed.taxIncomeNumber)
  expect(saved.idNumber).toBe(sealed.idNumber)
  expect(openAnswers(keyring, ID, saved)).toEqual(changed)
})

test('one that moved to another field is sealed for its new place', () => {
  const moved = { ...answers, childrenDetails: children.slice(1) }
  expect(openAnswers(keyring, ID, sealAnswers(keyring, ID, moved, { sealed, answers }))).toEqual(moved)
})

test('what an older key sealed is sealed by the newest', () => {
  const newer = randomBytes(32).toString('base64')
  const saved = sealAnswers(readKeyring(`${newer},${key}`), ID, answers, { sealed, answers })
  expect(openAnswers(readKeyring(newer), ID, saved)).toEqual(answers)
})

test('a question that is newer than the answers is unanswered', () => {
  const { stateProvince: _, ...older } = sealed
  // The type speaks of what is sealed today; the database has what was sealed then.
  const stored = JSON.parse(JSON.stringify(older)) as typeof sealed
  expect(openAnswers(keyring, ID, stored)).toEqual({ ...answers, stateProvince: null })
})

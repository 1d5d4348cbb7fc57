import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { readKeyring } from '#base/server/encryption/keyring.ts'
import { decryptAnswers, encryptAnswers } from './encrypted-answers.ts'

const ID = '0198c7a0-0000-7000-8000-000000000001'
const key = randomBytes(32).toString('base64')
const keyring = readKeyring(key)
const children = ['1201015009088', '1502025009081'].map((idNumber) => ({
  fullName: 'Lindiwe Nkosi',
  idNumber,
  residence: 'with_parents' as const,
}))
const answers = completeAnswers('client@test.example', { hasChildren: true, childrenDetails: children })
const encrypted = encryptAnswers(keyring, ID, answers)

test('an unchanged secret keeps its ciphertext', () => {
  const saved = encryptAnswers(keyring, ID, { ...answers, city: 'Durban' }, { encrypted, answers })
  expect(saved).toEqual({ ...encrypted, city: 'Durban' })
})

test('a changed one is encrypted again, the others are unchanged', () => {
  const changed = { ...answers, taxIncomeNumber: '0001339068' }
  const saved = encryptAnswers(keyring, ID, changed, { encrypted, answers })
  expect(saved.taxIncomeNumber).not.toBe(encrypted.taxIncomeNumber)
  expect(saved.idNumber).toBe(encrypted.idNumber)
  expect(decryptAnswers(keyring, ID, saved)).toEqual(changed)
})

test('one that moved to another field is encrypted for its new location', () => {
  const moved = { ...answers, childrenDetails: children.slice(1) }
  expect(decryptAnswers(keyring, ID, encryptAnswers(keyring, ID, moved, { encrypted, answers }))).toEqual(
    moved,
  )
})

test('text of an older key is encrypted with the newest', () => {
  const newer = randomBytes(32).toString('base64')
  const saved = encryptAnswers(readKeyring(`${newer},${key}`), ID, answers, { encrypted, answers })
  expect(decryptAnswers(readKeyring(newer), ID, saved)).toEqual(answers)
})

test('a question that is newer than the answers is unanswered', () => {
  const { stateProvince: _, ...older } = encrypted
  // The type describes today's data; the database has what was encrypted then.
  const stored = JSON.parse(JSON.stringify(older)) as typeof encrypted
  expect(decryptAnswers(keyring, ID, stored)).toEqual({ ...answers, stateProvince: null })
})

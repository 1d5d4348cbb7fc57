import { expect, test } from 'vitest'
import { confirmations, CONFIRMATIONS_VERSION } from '#features/applications/rules/wizard/confirmations.ts'
import { signables, statementsOf } from './signables.ts'

/**
 * What clients signed, by version. A new wording gets a new version and a new entry here; entries never change, so that
 * a record shows what was signed.
 */
const LETTER = {
  '2026-11-22': [
    'I have received this FAIS disclosure letter, and have read all of it.',
    'I sign it electronically, and mean this signature to bind me as one written by hand would.',
  ],
  '2026-11-26': [
    'I have received and read this FAIS disclosure letter in full.',
    'I am signing electronically and intend this signature to be as binding as a handwritten one.',
  ],
}
const SUBMISSION = {
  '2026-11-21': [
    'I confirm that all the information I have given is accurate and complete.',
    'I agree to the {terms} and the {privacy}.',
    'I understand that my application will be reviewed by my assigned Financial Broker.',
  ],
}

test('the current statements have a version of their own', () => {
  const { statements, statementsVersion } = signables.faisLetter
  expect({ [statementsVersion]: statements }).toEqual({ [statementsVersion]: LETTER[statementsVersion] })
  const confirmed = Object.values(confirmations).map(({ statement }) => statement)
  expect({ [CONFIRMATIONS_VERSION]: confirmed }).toEqual(SUBMISSION)
})

test.each(Object.entries(LETTER))('the letter’s statements of %s remain known', (version, statements) => {
  expect(statementsOf('faisLetter', version)).toEqual(statements)
})

test('an unknown version has no statements', () => {
  expect(statementsOf('faisLetter', '2020-01-01')).toBeNull()
})

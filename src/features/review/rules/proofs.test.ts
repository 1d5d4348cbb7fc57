import { expect, test } from 'vitest'
import { isAnswerPath } from '#features/applications/rules/round/subjects.ts'
import { documentKindNames } from '#features/applications/rules/documents/kinds.ts'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { provableAnswers } from './proofs.ts'

const answers = completeAnswers('thandiwe@example.com', { assets: { pensionFunds: 10 } })
const documents = documentKindNames.map((kind) => ({ id: kind, kind }))

test('every provable answer exists, and was given', () => {
  const found = provableAnswers(answers, documents)
  expect(found.filter(({ path }) => !isAnswerPath(path))).toEqual([])
  expect(found.map(({ path }) => path)).toContain('assets.pensionFunds')
  expect(found.map(({ path }) => path)).not.toContain('assets.providentFunds')
})

test('a proof is about one document and one answer', () => {
  const about = (annualIncome: string, id: string) =>
    provableAnswers({ ...answers, annualIncome }, [{ id, kind: 'payslip' }]).find(
      ({ path }) => path === 'annualIncome',
    )?.about
  expect(about('860000', 'a')).toBe(about('860000', 'a'))
  expect(about('860000', 'a')).not.toBe(about('860001', 'a'))
  expect(about('860000', 'a')).not.toBe(about('860000', 'b'))
})

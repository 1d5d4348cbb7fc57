import { expect, test } from 'vitest'
import { decisionText } from './bulk-texts.ts'

test.each([
  ['startReview', 2, 'Start review of 2 applications'],
  ['approve', 1, 'Approve 1 application'],
  ['reject', 18, 'Reject 18 applications'],
  ['markOnboarded', 40, 'Mark 40 applications as onboarded'],
  ['markCancelled', 3, 'Mark 3 applications as cancelled'],
] as const)('%s of %s is a sentence', (action, count, text) => {
  expect(decisionText(action, count)).toBe(text)
})

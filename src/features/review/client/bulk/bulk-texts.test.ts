import { expect, test } from 'vitest'
import { decisionText, outcomesText, waitingText } from './bulk-texts.ts'

test.each([
  ['startReview', 2, 'Start review of 2 applications'],
  ['approve', 1, 'Approve 1 application'],
  ['reject', 18, 'Reject 18 applications'],
  ['markOnboarded', 40, 'Mark 40 applications as onboarded'],
  ['markCancelled', 3, 'Mark 3 applications as cancelled'],
] as const)('%s of %s is a sentence', (action, count, text) => {
  expect(decisionText(action, count)).toBe(text)
})

test('managers read how many wait for Compliance, and no reason', () => {
  expect(waitingText(3, 10)).toBe('3 of 10 wait for Compliance and will be left out.')
  expect(waitingText(1, 1)).toBe('1 of 1 waits for Compliance and will be left out.')
  const progress = {
    id: '',
    name: 'change-status',
    status: 'approved',
    total: 10,
    outcomes: { done: 7, 'not-ready': 3 },
    beginsAt: '',
    startedAt: '',
    calledOffAt: null,
    endedAt: '',
  } as const
  expect(outcomesText(progress)).toBe('Approved: 7. 3 of 10 wait for Compliance and were left out.')
})

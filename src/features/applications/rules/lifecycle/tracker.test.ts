import { expect, test } from 'vitest'
import { clientStatuses, messageForClient } from './tracker.ts'

test('a rejected client is promised a reason only where none is shown', () => {
  expect(messageForClient('rejected', null)).toContain('explain why')
  expect(messageForClient('rejected', 'Your payslip cannot be read.')).toBe(
    'Please contact us to discuss your options.',
  )
})

test('every other status has the same text with or without a reason', () => {
  for (const status of ['submitted', 'under_review', 'approved', 'onboarded', 'cancelled'] as const) {
    expect(messageForClient(status, 'A reason.')).toBe(clientStatuses[status].message)
  }
})

import { expect, test } from 'vitest'
import { clientStatuses, messageForClient } from './tracker.ts'

test('whoever was rejected is promised a reason only where none is told', () => {
  expect(messageForClient('rejected', null)).toContain('explain why')
  expect(messageForClient('rejected', 'Your payslip cannot be read.')).toBe(
    'Please contact us: we will tell you what you can do next.',
  )
})

test('every other status is told in the same words either way', () => {
  for (const status of ['submitted', 'under_review', 'approved', 'onboarded', 'cancelled'] as const) {
    expect(messageForClient(status, 'A reason.')).toBe(clientStatuses[status].message)
  }
})

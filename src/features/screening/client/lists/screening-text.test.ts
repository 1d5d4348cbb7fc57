import { expect, test } from 'vitest'
import type { Lists } from '#features/screening/api/lists.ts'
import { screeningText } from './screening-text.ts'

const now = new Date('2026-11-30T12:00:00Z')

function lists(facts: {
  generatedOn?: string
  compared?: number
  due?: number
  lastAt?: string
  old?: boolean
}) {
  const {
    generatedOn = '2026-11-27',
    compared = 24,
    due = 24,
    lastAt = '2026-11-30T10:31:00Z',
    old = false,
  } = facts
  const inForce = { generatedOn }
  return {
    sources: [{ source: 'UN', inForce, clients: { compared, due, lastAt }, loaded: null, old }],
  } as Lists
}
const none = { sources: [{ source: 'UN', inForce: null, clients: null, loaded: null, old: false }] } as Lists

test.each([
  [
    'success',
    lists({}),
    '24 of 24 clients compared at 12:31 with the United Nations list of 27 November 2026',
  ],
  [
    'success',
    lists({ lastAt: '2026-11-28T10:31:00Z', due: 1, compared: 1 }),
    '1 of 1 client compared on 28 Nov 2026 with the United Nations list of 27 November 2026',
  ],
  [
    'success',
    lists({ due: 0, compared: 0 }),
    'No clients to compare yet with the United Nations list of 27 November 2026',
  ],
  ['neutral', lists({ compared: 9 }), 'Comparing: 9 of 24'],
  // Incomplete comes first: what is not compared is not in order, however new the list is.
  ['neutral', lists({ compared: 9, old: true }), 'Comparing: 9 of 24'],
  [
    'warning',
    lists({ generatedOn: '2026-11-22', old: true }),
    '24 of 24 clients compared at 12:31, with a list that is 8 days old',
  ],
  ['danger', none, 'No sanctions list in use: no one has been compared'],
])('%s: %#', (tone, given, text) => {
  const state = screeningText(given, now)
  expect(state).toMatchObject({ tone, text })
  expect(state.needsList).toBe(tone === 'warning' || tone === 'danger')
  expect(state.isCompared).toBe(tone === 'success' || tone === 'warning')
})

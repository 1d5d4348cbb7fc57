import { expect, test } from 'vitest'
import { changeOf, type Compared } from './use-changed-elsewhere.ts'

const shown: Compared = { status: 'submitted', createdByWealthManagerId: 'a', waitingOn: null }

test.each<[Partial<Compared>, string | null]>([
  [{}, null],
  [{ status: 'approved' }, 'now Approved.'],
  [{ createdByWealthManagerId: 'b' }, 'now assigned to Nomsa Radebe.'],
  [{ waitingOn: 'client' }, 'what it is waiting for has changed.'],
])('a row that has %j says what differs from what is shown: %s', (differs, text) => {
  expect(changeOf({ ...shown, ...differs, wealthManagerName: 'Nomsa Radebe' }, shown)).toBe(text)
})

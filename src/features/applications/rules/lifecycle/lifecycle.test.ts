import { describe, expect, test } from 'vitest'
import { roles } from '#features/access/rules/roles.ts'
import { applicationStatuses } from '#features/access/rules/lifecycle/statuses.ts'
import {
  actions,
  actionNames,
  actionsFor,
  actionsNow,
  actionTo,
  actsAtOnce,
  asksForReason,
  isEditable,
  leadsOn,
} from '#features/access/rules/lifecycle/transitions.ts'

/** Specification section 4 as a table: allowed actions by role and status. */
const table = {
  draft: { client: ['submit'], wealth_manager: [], admin: ['markCancelled'] },
  submitted: {
    client: [],
    wealth_manager: ['startReview', 'approve', 'reject'],
    admin: ['markOnboarded', 'markCancelled'],
  },
  under_review: {
    client: [],
    wealth_manager: ['approve', 'reject'],
    admin: ['markOnboarded', 'markCancelled'],
  },
  approved: { client: [], wealth_manager: [], admin: ['markOnboarded', 'markCancelled'] },
  rejected: { client: [], wealth_manager: [], admin: ['markOnboarded', 'markCancelled'] },
  onboarded: { client: [], wealth_manager: [], admin: ['markCancelled'] },
  cancelled: { client: [], wealth_manager: [], admin: [] },
} as const

describe.each(applicationStatuses)('at %s', (status) => {
  test.each(roles)('%s may do what the specification says', (role) => {
    expect(actionsFor(role, status)).toEqual(role === 'system_administrator' ? [] : table[status][role])
  })

  test('answers can be changed only while it is a draft', () => {
    expect(isEditable(status)).toBe(status === 'draft')
  })
})

test('nothing is approved while a round of corrections is open', () => {
  expect(actionsNow('wealth_manager', 'under_review', true)).toEqual(['reject'])
  expect(actionsNow('wealth_manager', 'under_review', false)).toEqual(['approve', 'reject'])
})

test('at each status at most one primary action exists, and it needs no reason', () => {
  for (const status of applicationStatuses) {
    const leading = actionNames.filter((name) => leadsOn(name, status))
    expect(leading.length).toBeLessThanOrEqual(1)
    for (const name of leading) expect(asksForReason(name, status)).toBe(false)
  }
  expect(leadsOn('approve', 'submitted')).toBe(false)
  expect(leadsOn('markOnboarded', 'rejected')).toBe(false)
})

test('of the staff actions, only starting the review needs no confirmation', () =>
  expect(actionNames.filter(actsAtOnce)).toEqual(['startReview']))

test('at most one action leads a role from one status to another', () => {
  for (const role of roles) {
    for (const from of applicationStatuses) {
      const targets = actionsFor(role, from).map((name) => actions[name].to)
      expect(new Set(targets).size).toBe(targets.length)
      expect(applicationStatuses.filter((to) => actionTo(role, from, to) !== undefined).toSorted()).toEqual(
        targets.toSorted(),
      )
    }
  }
})

test('a reason is required to reject, and to onboard without approval', () => {
  const asked = actionNames.flatMap((name) =>
    applicationStatuses.filter((from) => asksForReason(name, from)).map((from) => `${name} from ${from}`),
  )
  expect(asked).toEqual([
    'reject from submitted',
    'reject from under_review',
    'markOnboarded from submitted',
    'markOnboarded from under_review',
    'markOnboarded from rejected',
  ])
})

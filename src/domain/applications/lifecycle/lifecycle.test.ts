import { describe, expect, test } from 'vitest'
import { roles } from '#domain/users/roles.ts'
import { applicationStatuses } from './statuses.ts'
import { actionsFor, isEditable } from './transitions.ts'

/** Specification section 4, as a table: what each role may do at each status. */
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

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { roles } from '#features/access/rules/roles.ts'
import type { ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import { actions, actionsFor, isEditable } from '#features/access/rules/lifecycle/transitions.ts'

/** Random sequences of actions by any role; only the allowed ones are applied. */
const actionSequences = fc
  .array(fc.tuple(fc.constantFrom(...roles), fc.nat()), { maxLength: 30 })
  .map((wishes) => {
    const path: ApplicationStatus[] = ['draft']
    for (const [role, choice] of wishes) {
      const open = actionsFor(role, path.at(-1) ?? 'draft')
      const action = open[choice % Math.max(1, open.length)]
      if (action !== undefined) path.push(actions[action].to)
    }
    return path
  })

test('in any sequence of actions, an application never becomes a draft again, and cancelled ones never change', () => {
  fc.assert(
    fc.property(actionSequences, (path) => {
      expect(path.slice(1)).not.toContain('draft')
      const cancelled = path.indexOf('cancelled')
      if (cancelled !== -1) expect(cancelled).toBe(path.length - 1)
      expect(path.slice(1).some((status) => isEditable(status))).toBe(false)
    }),
  )
})

test('it is submitted at most once, and decided or onboarded only after that', () => {
  fc.assert(
    fc.property(actionSequences, (path) => {
      expect(path.filter((status) => status === 'submitted').length).toBeLessThanOrEqual(1)
      const later = path.findIndex((status) => !['draft', 'submitted', 'cancelled'].includes(status))
      if (later !== -1) expect(path.slice(0, later)).toContain('submitted')
    }),
  )
})

test('every sequence ends: no cycle is possible', () => {
  fc.assert(
    fc.property(actionSequences, (path) => {
      expect(path.length).toBeLessThanOrEqual(Object.keys(actions).length + 1)
    }),
  )
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { approvalKindNames } from '#features/approvals/rules/approvals.ts'
import { isDone, type CheckState } from '#base/rules/check-state.ts'
import { exposureNames } from './exposure.ts'
import {
  canAskException,
  gateItems,
  missingAtGate,
  missingFor,
  type GateCheck,
  type GateFacts,
} from './gate.ts'
import { taskNames, taskStates, type TaskName, type TaskState } from './tasks.ts'

const states: readonly CheckState[] = [
  { is: 'not-configured' },
  { is: 'unavailable', since: '2026-11-30', why: 'The folder of lists can’t be read.' },
  { is: 'stale', of: '2026-11-01', allowedDays: 7 },
  { is: 'incomplete', done: 12, of: 254 },
  { is: 'done', at: '2026-11-30', with: ['list'] },
]
const checkNames = ['unList', 'comparison'] as const satisfies readonly GateCheck[]
const someState = fc.constantFrom(...states)
const taskEntries = Object.fromEntries(taskNames.map((task) => [task, fc.constantFrom(...taskStates)]))

const someFacts: fc.Arbitrary<GateFacts> = fc.record({
  tasks: fc.oneof(
    fc.record(taskEntries as Record<TaskName, fc.Arbitrary<TaskState>>),
    fc.constant(Object.fromEntries(taskNames.map((task) => [task, 'accepted'])) as GateFacts['tasks']),
  ),
  exposure: fc.constantFrom(...exposureNames),
  rating: fc.constantFrom('none' as const, 'outdated' as const, 'current' as const),
  organisation: fc.boolean(),
  approvalNeeded: fc.constantFrom(null, ...approvalKindNames),
  approval: fc.constantFrom('none' as const, 'asked' as const, 'granted' as const, 'refused' as const),
  overridden: fc.boolean(),
  checks: fc.record({ unList: someState, comparison: someState }),
  unreadable: fc.boolean(),
  undecided: fc.nat(2),
  prohibited: fc.boolean(),
})
const isOpen = (facts: GateFacts) => missingAtGate(facts).length === 0
const runs = { numRuns: 2000 }

describe('the gate', () => {
  test('is open exactly if each check is done, no match stops it, and all else is accepted or excepted', () => {
    fc.assert(
      fc.property(someFacts, (facts) => {
        const checked = checkNames.every((name) => isDone(facts.checks[name]))
        const cleared = checked && !facts.unreadable && facts.undecided === 0 && !facts.prohibited
        const tasks = facts.overridden || taskNames.every((task) => facts.tasks[task] === 'accepted')
        const rated = facts.rating === 'current' || (facts.overridden && facts.exposure === 'none')
        const approved = facts.approvalNeeded === null || facts.approval === 'granted'
        const missing = missingAtGate(facts)
        expect(missing.length === 0).toBe(cleared && tasks && !facts.organisation && rated && approved)
        expect(missingFor('cleared', missing).length === 0).toBe(cleared)
        expect(missingFor('served', missing).length === 0).toBe(!facts.prohibited)
        expect(missingFor('ready', missing)).toEqual(missing)
        expect(missing.every(({ text }) => /^[A-Z].+\.$/u.test(text))).toBe(true)
        const order = missing.map(({ item }) => gateItems.indexOf(item))
        expect(order).toEqual(order.toSorted((a, b) => a - b))
      }),
      runs,
    )
  })

  test('is not opened by another state than done of a check', () => {
    const worse = states.filter((state) => !isDone(state))
    fc.assert(
      fc.property(
        someFacts,
        fc.constantFrom(...checkNames),
        fc.constantFrom(...worse),
        (facts, name, state) => {
          expect(isOpen({ ...facts, checks: { ...facts.checks, [name]: state } })).toBe(false)
        },
      ),
      runs,
    )
  })

  test('is not opened where a list, a task, a decision or a comparison is missing', () => {
    const nothing = { is: 'not-configured' } as const
    const removals: ((facts: GateFacts) => GateFacts)[] = [
      (facts) => ({ ...facts, checks: { ...facts.checks, unList: nothing } }),
      (facts) => ({ ...facts, checks: { ...facts.checks, comparison: nothing } }),
      (facts) => ({ ...facts, rating: 'none' }),
      (facts) => ({ ...facts, approval: 'none' }),
      (facts) => ({ ...facts, overridden: false }),
      (facts) => ({ ...facts, undecided: facts.undecided + 1 }),
      ...taskNames.map((task) => (facts: GateFacts) => ({
        ...facts,
        tasks: { ...facts.tasks, [task]: 'open' as const },
      })),
      // As it would come from a record with a missing row.
      (facts) => ({ ...facts, tasks: {} as GateFacts['tasks'] }),
    ]
    fc.assert(
      fc.property(someFacts, fc.constantFrom(...removals), (facts, remove) => {
        if (!isOpen(facts)) expect(isOpen(remove(facts))).toBe(false)
      }),
      runs,
    )
  })

  test('takes a request for an exception only where one would cover something', () => {
    fc.assert(
      fc.property(someFacts, (facts) => {
        const asked = { ...facts, overridden: false }
        const before = missingAtGate(asked)
        const left = new Set(missingAtGate({ ...asked, overridden: true }).map(({ text }) => text))
        const covered = before.some(({ text }) => !left.has(text))
        expect(canAskException(before, facts.exposure)).toBe(covered && !facts.prohibited)
      }),
      runs,
    )
  })
})

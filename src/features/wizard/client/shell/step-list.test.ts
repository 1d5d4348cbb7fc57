import { expect, test } from 'vitest'
import type { Application } from '#features/applications/api/application.ts'
import { assetNames, liabilityNames } from '#features/applications/rules/net-worth/names.ts'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { applicationOf } from '#test/support/draft-application.ts'
import { stepList } from './step-list.ts'

const now = new Date('2026-11-20T10:00:00Z')
const complete = completeAnswers('client@test.example')
const zeros = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 0]))

function listed(change: Partial<Application>, visited: Parameters<typeof stepList>[1] = []) {
  const steps = stepList(applicationOf(change), visited, now)
  return {
    done: steps.filter(({ isDone }) => isDone).map(({ id }) => id),
    open: steps.filter(({ isOpen }) => isOpen).map(({ id }) => id),
  }
}

test('a step is complete by its answers, not because it was visited', () => {
  expect(listed({ currentStep: 'personal' })).toEqual({ done: [], open: ['personal'] })
  expect(listed({ currentStep: 'documents' })).toEqual({
    done: ['net-worth-intro'],
    open: ['personal', 'address', 'employment', 'net-worth-intro', 'assets', 'liabilities', 'documents'],
  })
  expect(listed({ ...complete, city: null, currentStep: 'personal' })).toEqual({
    done: ['personal', 'employment'],
    open: ['personal', 'address', 'employment'],
  })
})

test('assets and liabilities are complete once no group is left unanswered', () => {
  const answers = { ...complete, currentStep: 'liabilities' }
  expect(listed(answers).done).not.toContain('assets')
  expect(listed(answers).done).not.toContain('liabilities')
  const answered = { ...answers, assets: zeros(assetNames), liabilities: zeros(liabilityNames) }
  expect(listed(answered).done).toEqual([
    'personal',
    'address',
    'employment',
    'net-worth-intro',
    'assets',
    'liabilities',
  ])
})

test('steps that were opened stay open after going back', () => {
  const { open } = listed({ currentStep: 'personal' }, ['personal', 'employment'])
  expect(open).toEqual(['personal', 'address', 'employment'])
})

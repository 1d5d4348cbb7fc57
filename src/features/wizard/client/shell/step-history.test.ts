import { expect, test } from 'vitest'
import { isEditingEntry, stepIn } from './step-history.ts'
import { draftStep } from './wizard-state.ts'

test.each([
  ['?step=assets', 'assets'],
  ['?step=success', 'review'],
  ['?step=financial', null],
  ['', null],
])('the address %j names %s', (search, step) => expect(stepIn(search)).toBe(step))

test("a draft's last page is the review", () => {
  expect(draftStep('success')).toBe('review')
  expect(draftStep('documents')).toBe('documents')
})

test.each([
  [{ editingFromReview: true }, true],
  [{ editingFromReview: 'yes' }, false],
  [{}, false],
  [null, false],
  ['text', false],
])('the history entry %j is one for editing: %s', (state, editing) => {
  expect(isEditingEntry(state)).toBe(editing)
})

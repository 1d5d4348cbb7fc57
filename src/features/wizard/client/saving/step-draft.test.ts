import { beforeEach, describe, expect, test } from 'vitest'
import { initialAnswers } from '#features/applications/rules/wizard/answers.ts'
import { memoryItems, type StoredItems } from '#base/client/lib/storage.ts'
import { clearDraft, forgetDrafts, readDraft, withTyped, writeDraft, type StepDraft } from './step-draft.ts'

const draft: StepDraft = {
  base: initialAnswers('thandi@example.com'),
  overlay: { city: 'Durban' },
  typed: { city: 'Durb', postalCode: '' },
}
let storage: StoredItems

beforeEach(() => {
  storage = memoryItems()
})

describe('a draft', () => {
  test('is read as it was written, for its application and step alone', () => {
    writeDraft(storage, 'one', 'address', draft)
    expect(readDraft(storage, 'one', 'address')).toEqual(draft)
    expect(readDraft(storage, 'one', 'employment')).toBeNull()
    expect(readDraft(storage, 'two', 'address')).toBeNull()
  })

  test('is gone once it is cleared', () => {
    writeDraft(storage, 'one', 'address', draft)
    clearDraft(storage, 'one', 'address')
    expect(readDraft(storage, 'one', 'address')).toBeNull()
  })

  test.each([
    '{',
    'null',
    '"text"',
    '{}',
    '{"base":{},"kept":{}}',
    '{"base":null,"kept":{"status":"approved"}}',
  ])('that reads %s counts as none', (text) => {
    writeDraft(storage, 'one', 'address', draft)
    storage.setItem(storage.keys()[0] ?? '', text)
    expect(readDraft(storage, 'one', 'address')).toBeNull()
  })
})

describe('forgetting', () => {
  beforeEach(() => {
    writeDraft(storage, 'one', 'address', draft)
    writeDraft(storage, 'one', 'personal', draft)
    writeDraft(storage, 'two', 'personal', draft)
    storage.setItem('something else', 'stays')
  })

  test('at sign-out takes every draft and nothing else', () => {
    forgetDrafts(storage)
    expect(storage.keys()).toEqual(['something else'])
  })

  test("when an application is opened takes the other applications' drafts", () => {
    forgetDrafts(storage, 'one')
    expect(readDraft(storage, 'one', 'address')).not.toBeNull()
    expect(readDraft(storage, 'one', 'personal')).not.toBeNull()
    expect(readDraft(storage, 'two', 'personal')).toBeNull()
  })
})

describe('unsaved input', () => {
  const values = { city: '', hasWill: null as boolean | null, children: [{ fullName: '' }] }

  test('replaces stored answers', () => {
    expect(withTyped(values, { city: 'Durb', hasWill: true, children: [{ fullName: 'Lwa' }] })).toEqual({
      city: 'Durb',
      hasWill: true,
      children: [{ fullName: 'Lwa' }],
    })
  })

  test('by an older page is taken as far as it fits', () => {
    expect(withTyped(values, { city: 7, town: 'Durban', hasWill: 'yes', children: 'Lwazi' })).toEqual(values)
    expect(withTyped(values, null)).toBe(values)
  })
})

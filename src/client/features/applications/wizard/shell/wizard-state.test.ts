import { describe, expect, test } from 'vitest'
import { applicationOf } from '#test/support/draft-application.ts'
import { nextState, openWizard, screenName, type WizardPosition, type WizardEvent } from './wizard-state.ts'

const application = applicationOf({ city: 'Cape Town', postalCode: '8001' })
const newer = (change: Partial<typeof application>) => ({
  ...application,
  ...change,
  version: application.version + 1,
})
const at = new Date('2026-11-22T12:02:00Z')
const place = (step: WizardPosition['step'], change: Partial<WizardPosition> = {}): WizardPosition => ({
  step,
  editingFromReview: false,
  by: 'wizard',
  ...change,
})
const opened = openWizard(application, place('address', { by: 'opening' }), null)
const after = (...events: WizardEvent[]) => events.reduce(nextState, opened)

describe('the screen', () => {
  test('begins again where an answer changed elsewhere that it asks for, while nothing is typed on it', () => {
    const state = after({ type: 'heard', application: newer({ city: 'Durban' }) })
    expect(screenName(state)).toBe('address/1')
    expect(state.visits.address?.draft.base.city).toBe('Durban')
  })

  test('stays where only other answers changed', () => {
    expect(screenName(after({ type: 'heard', application: newer({ fullName: 'Zanele Dube' }) }))).toBe(
      'address/0',
    )
  })

  test('stays as it is while something on it is not saved, and what it is compared with stays', () => {
    const state = after(
      { type: 'typed', step: 'address' },
      { type: 'heard', application: newer({ city: 'Durban' }) },
    )
    expect(screenName(state)).toBe('address/0')
    expect(state.visits.address?.draft.base.city).toBe('Cape Town')
    expect(state.application.city).toBe('Durban')
  })

  test('does not begin again for what was saved from it', () => {
    const saved = newer({ city: 'Durban' })
    const state = after(
      { type: 'typed', step: 'address' },
      { type: 'saved', step: 'address', base: saved, application: saved, complete: true, at },
      { type: 'heard', application: saved },
    )
    expect(screenName(state)).toBe('address/0')
    expect(state.savedAt).toBe(at)
  })

  test('begins again with the newer answers that somebody chose, and with the rest of the typing', () => {
    const theirs = newer({ city: 'Durban' })
    const state = after({ type: 'adopted', step: 'address', newer: theirs, kept: { postalCode: '4001' } })
    expect(screenName(state)).toBe('address/1')
    expect(state.visits.address).toMatchObject({ touched: true, draft: { kept: { postalCode: '4001' } } })
  })
})

describe('what is saved of a screen', () => {
  test('leaves the rest of it unsaved', () => {
    const saved = newer({ city: 'Durban' })
    const state = after(
      { type: 'typed', step: 'address' },
      { type: 'draft-failed' },
      { type: 'saved', step: 'address', base: saved, application: saved, complete: false, at },
    )
    expect(state.visits.address?.touched).toBe(true)
    expect(state.unsaved).toBe(true)
  })

  test('does not pass for what others saved meanwhile beside it', () => {
    const saved = newer({ city: 'Durban', postalCode: '0002' })
    const base = { ...application, city: 'Durban' }
    const state = after({ type: 'saved', step: 'address', base, application: saved, complete: true, at })
    expect(state.visits.address).toMatchObject({ touched: true, draft: { base: { postalCode: '8001' } } })
  })

  test('counts for its own step, also when another one shows by then', () => {
    const saved = newer({ city: 'Durban' })
    const state = after(
      { type: 'moved', place: place('employment'), draft: null },
      { type: 'saved', step: 'address', base: saved, application: saved, complete: true, at },
    )
    expect(state.visits.address?.draft.base.city).toBe('Durban')
    expect(state.visits.employment?.draft.base).toBe(application)
  })
})

describe('moving', () => {
  test('ends what was under way, and opens the step as it is known now', () => {
    const saved = newer({ city: 'Durban' })
    const state = after(
      { type: 'began', reason: 'next' },
      { type: 'saved', step: 'address', base: saved, application: saved, complete: true, at },
      { type: 'moved', place: place('employment', { editingFromReview: true }), draft: null },
    )
    expect(state.busy).toBeNull()
    expect(state.place).toEqual(place('employment', { editingFromReview: true }))
    expect(state.visits.employment).toMatchObject({ touched: false, draft: { base: saved } })
  })

  test('to a step with something typed and not saved shows that', () => {
    const draft = { base: application, kept: {}, typed: { occupation: 'Beekeeper' } }
    const state = after({ type: 'moved', place: place('employment'), draft })
    expect(state.visits.employment).toMatchObject({ touched: true, draft })
  })
})

test('a choice between two answers that is put off is not made by itself', () => {
  const theirs = newer({ city: 'Durban' })
  const differences = [{ path: 'city', label: 'City', here: 'Paarl', there: 'Durban' }]
  const move = { reason: 'draft', patch: { city: 'Paarl' }, target: 'address' } as const
  const asked = after({ type: 'clashed', clash: { move, theirs, differences } })
  expect(asked.clash?.differences).toBe(differences)
  const state = nextState(asked, { type: 'put-off' })
  expect(state.clash).toBeNull()
  expect(state.visits.address?.putOff).toEqual(['city'])
})

test('an answer that a later save has overtaken is no news', () => {
  const saved = newer({ city: 'Durban' })
  const state = after(
    { type: 'saved', step: 'address', base: saved, application: saved, complete: true, at },
    { type: 'heard', application },
  )
  expect([screenName(state), state.application.city]).toEqual(['address/0', 'Durban'])
})

test('what changes nothing leaves the very same state', () => {
  expect(after({ type: 'heard', application })).toBe(opened)
  expect(after({ type: 'ended', reason: 'next' })).toBe(opened)
  expect(after({ type: 'sign-out-asked' })).toBe(opened)
  const typed = after({ type: 'typed', step: 'address' })
  expect(nextState(typed, { type: 'typed', step: 'address' })).toBe(typed)
})

import { describe, expect, test } from 'vitest'
import { initialAnswers, type Answers } from '#features/applications/rules/wizard/answers.ts'
import { changedIn, differencesOf, withoutPaths } from './answer-paths.ts'

const base: Answers = {
  ...initialAnswers('thandi@example.com'),
  city: 'Cape Town',
  postalCode: '8001',
  assets: { stocks: 1000, cashOnHand: null },
}

describe('conflicting answers', () => {
  test('is an answer that was changed elsewhere to something else, as text', () => {
    const theirs: Answers = { ...base, city: 'Durban', maritalStatus: 'married', dateOfBirth: '1980-01-01' }
    const mine = { dateOfBirth: null, maritalStatus: 'engaged', city: 'Pretoria' } as const
    expect(differencesOf({ base, theirs, mine })).toEqual([
      { path: 'dateOfBirth', label: 'Date of Birth', here: 'Not provided', there: '1 January 1980' },
      { path: 'maritalStatus', label: 'Marital Status', here: 'Engaged', there: 'Married' },
      { path: 'city', label: 'City', here: 'Pretoria', there: 'Durban' },
    ])
  })

  test('is also an answer that was left alone here and changed there', () => {
    const theirs: Answers = { ...base, city: 'Durban' }
    expect(differencesOf({ base, theirs, mine: { city: 'Cape Town' } })).toHaveLength(1)
  })

  test('exclude changes made only here, equal changes, and answers not being saved', () => {
    const theirs: Answers = { ...base, postalCode: '4001', country: 'Namibia' }
    expect(differencesOf({ base, theirs, mine: { city: 'Pretoria', postalCode: '4001' } })).toEqual([])
  })

  test('is reported for each amount', () => {
    const theirs: Answers = { ...base, assets: { ...base.assets, stocks: 2000.5, bonds: 10 } }
    expect(
      differencesOf({ base, theirs, mine: { assets: { stocks: 1000, cashOnHand: 5, bonds: null } } }),
    ).toEqual([
      {
        path: 'assets.stocks',
        label: 'Stocks',
        here: 'R\u00a01\u00a0000.00',
        there: 'R\u00a02\u00a0000.50',
      },
      { path: 'assets.bonds', label: 'Bonds', here: 'Not provided', there: 'R\u00a010.00' },
    ])
  })

  test('an amount that was never given is the same as an empty one', () => {
    expect(
      differencesOf({ base: { ...base, assets: {} }, theirs: base, mine: { assets: { cashOnHand: 5 } } }),
    ).toEqual([])
  })
})

test('taking over the newer answers keeps everything else that was typed', () => {
  const typed = { city: 'Pretoria', postalCode: '0001', assets: { stocks: 1, bonds: 2 } }
  expect(withoutPaths(typed, ['city', 'assets.stocks'])).toEqual({ postalCode: '0001', assets: { bonds: 2 } })
})

test('only answers that differ from the stored ones count as changed', () => {
  expect(changedIn({ city: 'Cape Town', postalCode: '0001', assets: { stocks: 1000 } }, base)).toEqual({
    postalCode: '0001',
  })
  expect(changedIn({ assets: { stocks: 1000, bonds: 2 } }, base)).toEqual({ assets: { bonds: 2 } })
})

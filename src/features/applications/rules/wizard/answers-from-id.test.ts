import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fillFromId, answersFromId, type AnswersFromId } from './answers-from-id.ts'

const now = new Date('2026-11-22T09:00:00Z')
const derive = (idNumber: string | null, idDocumentType: 'id' | 'passport' | 'permit' | null = 'id') =>
  answersFromId({ idDocumentType, idNumber }, now)

describe('answers derived from an ID number', () => {
  test.each([
    ['8001015009087', { dateOfBirth: '1980-01-01', nationality: 'za', issuingCountry: 'za' }],
    ['800101 5009 087', { dateOfBirth: '1980-01-01', nationality: 'za', issuingCountry: 'za' }],
    // The eleventh digit is 1: a permanent resident, not a citizen.
    ['8001015009186', { dateOfBirth: '1980-01-01', nationality: 'other', issuingCountry: 'za' }],
  ])('%s', (idNumber, facts) => expect(derive(idNumber)).toEqual(facts))

  test.each([
    ['8001015009087', 'passport'],
    ['8001015009087', 'permit'],
    ['8001015009087', null],
    ['9202204720082', 'id'],
    ['800101500908', 'id'],
    ['', 'id'],
    [null, 'id'],
  ] as const)('nothing is derived from %s as %s', (idNumber, type) =>
    expect(derive(idNumber, type)).toBeNull(),
  )
})

describe('filling in', () => {
  const none: AnswersFromId = { dateOfBirth: null, nationality: null, issuingCountry: null }
  const first = derive('8001015009087')
  const second = derive('7503305044089')

  test('fills in everything where nothing is answered', () =>
    expect(fillFromId(none, first, null)).toEqual(first))

  test('a new number updates what the previous one filled in, and no other answers', () => {
    const answers: AnswersFromId = { dateOfBirth: '1980-01-01', nationality: 'other', issuingCountry: 'za' }
    expect(fillFromId(answers, second, first)).toEqual({ dateOfBirth: '1975-03-30' })
  })

  test('an invalid number clears nothing', () => expect(fillFromId(none, null, first)).toEqual({}))

  const answersGiven = fc.record<AnswersFromId>({
    dateOfBirth: fc.constantFrom(null, '1980-01-01', '1975-03-30', '1990-05-05'),
    nationality: fc.constantFrom(null, 'za', 'other'),
    issuingCountry: fc.constantFrom(null, 'za', 'other'),
  })
  const numbers = fc.constantFrom(null, first, second)

  test('never overwrites other answers, and is idempotent', () => {
    fc.assert(
      fc.property(answersGiven, numbers, numbers, (answers, now_, before) => {
        const filled = fillFromId(answers, now_, before)
        for (const name of Object.keys(filled) as (keyof AnswersFromId)[]) {
          expect([null, before?.[name]]).toContain(answers[name])
        }
        expect(fillFromId({ ...answers, ...filled }, now_, before)).toEqual({})
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fillFromId, answersFromId, type AnswersFromId } from './answers-from-id.ts'

const now = new Date('2026-11-22T09:00:00Z')
const derive = (idNumber: string | null, idDocumentType: 'id' | 'passport' | 'permit' | null = 'id') =>
  answersFromId({ idDocumentType, idNumber }, now)

describe('what an ID number tells', () => {
  test.each([
    ['8001015009087', { dateOfBirth: '1980-01-01', nationality: 'za', issuingCountry: 'za' }],
    ['800101 5009 087', { dateOfBirth: '1980-01-01', nationality: 'za', issuingCountry: 'za' }],
    // The eleventh digit is 1: somebody who lives here for good, and is no citizen.
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
  ] as const)('%s as %s tells nothing', (idNumber, type) => expect(derive(idNumber, type)).toBeNull())
})

describe('what it fills in', () => {
  const none: AnswersFromId = { dateOfBirth: null, nationality: null, issuingCountry: null }
  const first = derive('8001015009087')
  const second = derive('7503305044089')

  test('everything, where nothing is answered', () => expect(fillFromId(none, first, null)).toEqual(first))

  test('another number fills in what the one before it did, and leaves what was answered otherwise', () => {
    const answers: AnswersFromId = { dateOfBirth: '1980-01-01', nationality: 'other', issuingCountry: 'za' }
    expect(fillFromId(answers, second, first)).toEqual({ dateOfBirth: '1975-03-30' })
  })

  test('a number that is none takes nothing back', () => expect(fillFromId(none, null, first)).toEqual({}))

  const answersGiven = fc.record<AnswersFromId>({
    dateOfBirth: fc.constantFrom(null, '1980-01-01', '1975-03-30', '1990-05-05'),
    nationality: fc.constantFrom(null, 'za', 'other'),
    issuingCountry: fc.constantFrom(null, 'za', 'other'),
  })
  const numbers = fc.constantFrom(null, first, second)

  test('never what somebody answered otherwise, and twice the same changes nothing', () => {
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

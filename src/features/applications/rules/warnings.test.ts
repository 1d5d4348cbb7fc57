import { describe, expect, test } from 'vitest'
import { staffChecksOf, warningsFor } from './warnings.ts'
import { initialAnswers, type Answers } from './wizard/answers.ts'

const flagged = (changes: Partial<Answers>) =>
  warningsFor({ ...initialAnswers('a@b.example'), ...changes }).map(({ path }) => path)

describe('warnings', () => {
  test('there are none before anything is answered', () => expect(flagged({})).toEqual([]))

  test.each<[string, Partial<Answers>, string[]]>([
    ['a valid ID number', { idDocumentType: 'id', idNumber: '8001015009087', dateOfBirth: '1980-01-01' }, []],
    ['a wrong check digit', { idDocumentType: 'id', idNumber: '9202204720082' }, ['idNumber']],
    [
      'another birthday',
      { idDocumentType: 'id', idNumber: '8001015009087', dateOfBirth: '1980-01-02' },
      ['idNumber'],
    ],
    ['a passport', { idDocumentType: 'passport', idNumber: 'M00123456' }, []],
    ['a tax number', { taxIncomeNumber: '2449494160' }, ['taxIncomeNumber']],
    ['a landline', { mobileNumber: '0215550140' }, ['mobileNumber']],
    ['a long postal code at home', { country: 'South Africa', postalCode: '80011' }, ['postalCode']],
    ['a long postal code abroad', { country: 'Germany', postalCode: '10115' }, []],
    [
      'the second child',
      {
        childrenDetails: [
          { fullName: 'a', idNumber: '8001015009087' },
          { fullName: 'b', idNumber: '1' },
        ],
      },
      ['childrenDetails.1.idNumber'],
    ],
  ])('%s', (_, changes, paths) => expect(flagged(changes)).toEqual(paths))

  test('tell clients what to do, and staff what is wrong', () => {
    const answers = {
      ...initialAnswers('a@b.example'),
      idDocumentType: 'id' as const,
      idNumber: '8001015009087',
      dateOfBirth: '1980-01-02',
    }
    expect(warningsFor(answers)[0]?.message).toContain('your date of birth. Please check both.')
    expect(staffChecksOf(answers)).toEqual([
      {
        path: 'idNumber',
        check: 'dateOfBirth',
        message: 'This ID number doesn’t match the date of birth.',
        about: '["8001015009087","1980-01-02"]',
      },
    ])
  })
})

import { expect, test } from 'vitest'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import type { SomeDrafts } from '#features/due-diligence/rules/drafts.ts'
import { formerText } from './former-spellings.ts'
import { isSpellingOf, screenedPeople, screenedStaff, withFormerSpellings } from './subjects.ts'

const answers = { ...completeAnswers('thandi@people.example'), fullName: 'Thandi Mokoena' }
const written = (drafts: SomeDrafts) =>
  screenedPeople({ answers, drafts, accountName: 'Thandi M' }, (number) => number).map(
    ({ role, written: names }) => [role, names],
  )
const client = ['client', ['Thandi Mokoena', 'Thandi M']]

test('everyone of a relationship is compared, each in their role', () => {
  expect(written({})).toEqual([client])
  expect(
    written({
      identity: { representative: { fullName: 'Grace Guardian' } },
      bank: { ownAccount: true, holder: 'Otto Owner' },
      funds: {
        purpose: 'other',
        forWhom: { kind: 'person', fullName: 'Fatiha Friend', dateOfBirth: '1979-10-02' },
        sources: [
          { kind: 'gift', amount: 1_000_000, donor: 'Dina Donor' },
          { kind: 'gift', amount: 999_999, donor: 'Small Giver' },
          { kind: 'salary', amount: 5_000_000, donor: 'Former Giver' },
          { kind: 'loan', amount: 1_000_000, donor: 'Lena Lender' },
          { kind: 'payout', amount: 2_000_000, donor: 'Paying Company' },
          { kind: 'sale', amount: 3_000_000, donor: 'Bongi Buyer' },
        ],
        wealth: [
          { kind: 'inheritance', amount: 2_000_000, donor: 'Late Uncle' },
          { kind: 'gift', amount: 1_500_000, donor: 'DINA Donor' },
          { kind: 'gift', amount: 1_500_000, donor: 'Иван Петров' },
          { kind: 'gift', amount: 1_500_000, donor: 'Пётр Иванов' },
        ],
      },
      exposure: {
        related: true,
        positions: [
          { question: 'related', fullName: 'Minister Muller', country: 'Germany' },
          { question: 'related', fullName: 'Minister Müller', country: 'France' },
          { question: 'domestic', fullName: 'Not Asked' },
        ],
      },
    }),
  ).toEqual([
    client,
    ['representative', ['Grace Guardian']],
    ['beneficiary', ['Fatiha Friend']],
    ['account-holder', ['Otto Owner']],
    ['donor', ['Dina Donor', 'DINA Donor']],
    ['donor', ['Late Uncle']],
    ['donor', ['Иван Петров']],
    ['donor', ['Пётр Иванов']],
    ['lender', ['Lena Lender']],
    ['payer', ['Paying Company']],
    ['buyer', ['Bongi Buyer']],
    ['relative', ['Minister Muller', 'Minister Müller']],
  ])
})

test('only a holder who is not the client, and whom the money is for, are compared', () => {
  expect(written({ bank: { ownAccount: false, holder: 'T Mokoena' } })).toEqual([client])
  expect(written({ bank: { holder: 'Thandi Mokoena and Sipho Zulu' } })).toEqual([
    client,
    ['account-holder', ['Sipho Zulu']],
  ])
  expect(written({ funds: { purpose: 'general', forWhom: { fullName: 'Fatiha Friend' } } })).toEqual([client])
  expect(
    written({ exposure: { related: false, positions: [{ question: 'related', fullName: 'Former Kin' }] } }),
  ).toEqual([client])
})

const donor = (name: string) => {
  const [, found] = screenedPeople(
    {
      answers,
      drafts: { funds: { sources: [{ kind: 'gift', amount: 1_000_000, donor: name }] } },
      accountName: null,
    },
    (number) => number,
  )
  if (found === undefined) throw new Error('There is a donor.')
  return found
}

test('a corrected spelling stays compared in every role; another person is another subject', () => {
  const before = withFormerSpellings(donor('Korhaan Mostert'), null)
  expect(before.former).toEqual([])
  const corrected = donor('Korhan Mosterd')
  expect(isSpellingOf(before, corrected)).toBe(true)
  expect(withFormerSpellings(corrected, before)).toMatchObject({
    written: ['Korhan Mosterd', 'Korhaan Mostert'],
    former: ['Korhaan Mostert'],
  })
  expect(isSpellingOf(before, donor('Piet Mostert'))).toBe(false)
})

test('donors who were compared together are not said to be no longer declared', () => {
  const textOf = (role: 'donor' | 'client', names: string[], former: string[] = []) =>
    formerText(role, { written: names, former }, 'No longer declared.')
  expect(textOf('donor', ['Dina Donor', 'Late Uncle'])).toMatch(/compared together/u)
  expect(textOf('donor', ['Dina Donor', 'DINA Donor'])).toBe('No longer declared.')
  expect(textOf('donor', ['Dina Donor', 'Dina Doner'], ['Dina Doner'])).toBe('No longer declared.')
  expect(textOf('client', ['Nomsa Dlamini', 'Nomsa Khumalo'])).toBe('No longer declared.')
})

test('of staff only the name is known', () => {
  expect(screenedStaff('Åse Müller-Test')).toEqual({
    role: 'staff',
    written: ['Åse Müller-Test'],
    person: { names: ['ase muller test'], births: [], countries: [], documents: [], sex: null },
  })
  expect(screenedStaff(null).person.names).toEqual([])
})

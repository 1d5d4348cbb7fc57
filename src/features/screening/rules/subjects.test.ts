import { expect, test } from 'vitest'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import type { SomeDrafts } from '#features/due-diligence/rules/drafts.ts'
import { formerText, screenedPeople, screenedStaff } from './subjects.ts'

const answers = { ...completeAnswers('thandi@people.example'), fullName: 'Thandi Mokoena' }
const written = (drafts: SomeDrafts) =>
  screenedPeople({ answers, drafts, accountName: 'Thandi M' }, (number) => number).map(
    ({ role, written: names }) => [role, names],
  )
const client = ['client', ['Thandi Mokoena', 'Thandi M']]

test('clients are compared with everyone who acts for them, owns the account, or gave a large amount', () => {
  expect(written({})).toEqual([client])
  expect(
    written({
      identity: { representative: { fullName: 'Grace Guardian' } },
      bank: { ownAccount: false, holder: 'Otto Owner' },
      funds: {
        sources: [
          { kind: 'gift', amount: 1_000_000, donor: 'Dina Donor' },
          { kind: 'gift', amount: 999_999, donor: 'Small Giver' },
          { kind: 'salary', amount: 5_000_000, donor: 'Former Giver' },
        ],
        wealth: [
          { kind: 'inheritance', amount: 2_000_000, donor: 'Late Uncle' },
          { kind: 'gift', amount: 1_500_000, donor: 'DINA Donor' },
          { kind: 'gift', amount: 1_500_000, donor: 'Иван Петров' },
          { kind: 'gift', amount: 1_500_000, donor: 'Пётр Иванов' },
        ],
      },
    }),
  ).toEqual([
    client,
    ['representative', ['Grace Guardian']],
    ['account-holder', ['Otto Owner']],
    ['donor', ['Dina Donor', 'DINA Donor']],
    ['donor', ['Late Uncle']],
    ['donor', ['Иван Петров']],
    ['donor', ['Пётр Иванов']],
  ])
})

test('donors who were compared together are not said to be no longer declared', () => {
  const former = (role: 'donor' | 'client', names: string[]) =>
    formerText({ role, names }, 'No longer declared.')
  expect(former('donor', ['Dina Donor', 'Late Uncle'])).toMatch(/compared together/u)
  expect(former('donor', ['Dina Donor', 'DINA Donor'])).toBe('No longer declared.')
  expect(former('client', ['Nomsa Dlamini', 'Nomsa Khumalo'])).toBe('No longer declared.')
})

test('of staff only the name is known', () => {
  expect(screenedStaff('Åse Müller-Test')).toEqual({
    role: 'staff',
    written: ['Åse Müller-Test'],
    person: { names: ['ase muller test'], births: [], countries: [], documents: [], sex: null },
  })
  expect(screenedStaff(null).person.names).toEqual([])
})

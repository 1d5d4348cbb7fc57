import { expect, test } from 'vitest'
import { personOf } from './person.ts'

const firm = { firmName: 'Protea', supportEmail: 'help@protea.example', supportPhone: '+27 21 555 0140' }

const manager = {
  wealthManagerName: 'Pieter',
  wealthManagerEmail: 'pieter@protea.example',
  wealthManagerPhone: null,
}

test('a client’s person is their wealth manager', () =>
  expect(personOf(manager, firm)).toEqual({
    heading: 'Your wealth manager',
    name: 'Pieter',
    role: 'Protea',
    email: 'pieter@protea.example',
    phone: '+27 21 555 0140',
  }))

test('under their own number where they gave one', () =>
  expect(personOf({ ...manager, wealthManagerPhone: '+27825550142' }, firm).phone).toBe('+27 82 555 0142'))

test.each([
  ['is assigned', null],
  ['reads their mail any more', 'Pieter'],
])('it is the firm where no manager %s', (_, wealthManagerName) =>
  expect(
    personOf({ wealthManagerName, wealthManagerEmail: null, wealthManagerPhone: null }, firm),
  ).toMatchObject({
    heading: 'Your contact',
    name: 'Protea',
    email: 'help@protea.example',
    phone: '+27 21 555 0140',
  }),
)

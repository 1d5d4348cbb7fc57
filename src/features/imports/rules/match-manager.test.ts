import { expect, test } from 'vitest'
import { managerNamed } from './match-manager.ts'

const managers = ['Johan van Wyk', 'Thabo Khumalo', 'Thabo Dlamini', 'Annelise Botha', 'José Meyer'].map(
  (name, index) => ({ name, username: `m${index}@firm.example` }),
)

test.each([
  ['Johan van Wyk', 'Johan van Wyk'],
  ['J. van Wyk', 'Johan van Wyk'],
  ['j wyk', 'Johan van Wyk'],
  ['Thabo K', 'Thabo Khumalo'],
  ['Annelise', 'Annelise Botha'],
  ['Botha', 'Annelise Botha'],
  ['J Meyer', 'José Meyer'],
  ['jose meyer', 'José Meyer'],
  ['M1@firm.example', 'Thabo Khumalo'],
  // Two are called Thabo; neither wins.
  ['Thabo', undefined],
  ['Precious', undefined],
  ['', undefined],
])('%j is %s', (text, name) => {
  expect(managerNamed(managers, text)?.name).toBe(name)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldText } from '#base/rules/input/fold-text.ts'
import { tidyLine } from '#base/rules/input/tidy.ts'
import { initialsOf, isSameName, maskedIdNumber } from './names.ts'

test.each([
  ['thandiwe nkosi', 'Thandiwe Nkosi'],
  ['  Thandiwe   Nkosi ', 'Thandiwe Nkosi'],
  ['Andre Muller', 'André Müller'],
  ["Siobhan O'Neill", 'Siobhán O’Neill'],
  ['Nguyen Simon', 'Nguyễn Šimon'],
  ['נועה לוי', 'נועה לוי'],
  ['Soren Blazej', 'Søren Błażej'],
  ['Anne Marie\u00a0Botha', 'Anne Marie Botha'],
])('%j is the name %j', (typed, name) => expect(isSameName(typed, name)).toBe(true))

test.each([
  ['T. Nkosi', 'Thandiwe Nkosi'],
  ['Thandiwe', 'Thandiwe Nkosi'],
  ['Nkosi Thandiwe', 'Thandiwe Nkosi'],
  ['', ''],
  ['  ', '  '],
])('%j is not the name %j', (typed, name) => expect(isSameName(typed, name)).toBe(false))

test('a name is itself, in capitals and decomposed too', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
      fc.pre(foldText(tidyLine(name)) !== '')
      expect(isSameName(name, name)).toBe(true)
      expect(isSameName(name.normalize('NFD'), name.normalize('NFC'))).toBe(true)
    }),
  )
})

test('initials show only the first letter of each word', () => {
  expect(initialsOf('Thandiwe  van der Merwe')).toBe('T. V. D. M.')
  expect(initialsOf('👩🏽‍🚀 Łukasz')).toBe('👩🏽‍🚀. Ł.')
})

test('an ID number shows only its end', () => expect(maskedIdNumber('8001015009087')).toBe('•••••••••9087'))

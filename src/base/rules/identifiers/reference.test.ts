import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatReference, initialsOf, referenceIn } from './reference.ts'

const stored = fc
  .tuple(
    fc.string({ unit: fc.constantFrom(...'23456789HKMQRWXY'), minLength: 4, maxLength: 4 }),
    fc.string({ unit: fc.constantFrom(...'23456789'), minLength: 2, maxLength: 2 }),
  )
  .map((parts) => parts.join(''))

test('a reference is formatted in groups', () => expect(formatReference('PPW', '7Q3K29')).toBe('PPW-7Q3K-29'))

describe('a search for a reference', () => {
  test('finds it, however it is typed', () => {
    const typed = fc.constantFrom('PPW-', 'ppw ', 'ppw', '')
    fc.assert(
      fc.property(stored, typed, fc.constantFrom('-', ' ', ' - '), (reference, prefix, gap) => {
        const text = `${prefix}${reference.slice(0, 4)}${gap}${reference.slice(4)}`
        expect(referenceIn(text)).toBe(reference)
        expect(referenceIn(` ${text.toLowerCase()} `)).toBe(reference)
        expect(referenceIn(formatReference('PPW', reference))).toBe(reference)
      }),
    )
  })

  test.each(['7Q3K29', '7q3k29'])('finds %s written without separators', (text) =>
    expect(referenceIn(text)).toBe('7Q3K29'),
  )

  test.each(['', 'Nkosi', 'thandi@nkosi.example', '082 345 2929', '234529', '+27 82 345', 'Mary 22', '7Q3K'])(
    'is not matched by %j',
    (text) => expect(referenceIn(text)).toBeNull(),
  )
})

test.each([
  ['Protea Private Wealth', 'PPW'],
  ['Baobab & Sons', 'BS'],
  ['Émile’s Wealth (Pty) Ltd', 'EWPL'],
  ['Van der Merwe, Botha, Khumalo & Nkosi Wealth', 'VDMBK'],
  ['Wealthify', 'REF'],
  ['', 'REF'],
  ['李小龍', 'REF'],
])('the initials of %j are %s', (name, initials) => expect(initialsOf(name)).toBe(initials))

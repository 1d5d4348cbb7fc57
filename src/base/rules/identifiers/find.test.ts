import { describe, expect, test } from 'vitest'
import { documentNumberIn, namedIn } from './find.ts'

const ID = '01890a5d-ac96-774b-bcce-b302099a8057'

describe('an identity document number', () => {
  test.each([
    ['8001015009087', '8001015009087'],
    [' 800101 5009 08 7 ', '8001015009087'],
    // Wrong check digit: may have been saved like that.
    ['8001015009088', '8001015009088'],
    ['a01234567', 'A01234567'],
    ['AN 123456', 'AN123456'],
  ])('%j is one', (text, number) => expect(documentNumberIn(text)).toBe(number))

  test.each([
    ['twelve digits', '800101500908'],
    ['fourteen digits', '80010150090871'],
    ['a number with a day that no month has', '8001325009087'],
    ['a telephone number as it is called from abroad', '0027 82 123 4567'],
    ['a telephone number', '082 123 4567'],
    ['a reference', 'PPW-7Q3K-29'],
    ['a name', 'Thandi Nkosi'],
    ['an address', 'thandi19800101@nkosi.example'],
    ['an id', ID],
  ])('%s is none', (_, text) => expect(documentNumberIn(text)).toBeNull())
})

describe('applications by name', () => {
  test.each([
    ['PPW-7Q3K-29', { references: ['7Q3K29'], ids: [] }],
    ['ppw 7q3k 29', { references: ['7Q3K29'], ids: [] }],
    ['PPW-7Q3K-29 PPW-22HK-34', { references: ['7Q3K29', '22HK34'], ids: [] }],
    [` ${ID.toUpperCase()} `, { references: [], ids: [ID.toUpperCase()] }],
    [`${ID} 7Q3K-29`, { references: ['7Q3K29'], ids: [ID] }],
  ])('found by %j', (text, named) => expect(namedIn(text)).toEqual(named))

  test.each(['', 'Nkosi', 'Nkosi PPW-7Q3K-29', `${ID} Nkosi`, ID.slice(0, 30), '082 345 2929'])(
    'not found by %j',
    (text) => expect(namedIn(text)).toBeNull(),
  )
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answersPatch } from '#features/applications/rules/wizard/answers.ts'
import { lineOfText, nameText } from '#base/rules/input/text.ts'
import { phoneSchema } from '#base/rules/api/phone.ts'
import { usernameSchema } from '#features/access/api/auth.ts'
import { isSpelledLike } from '#test/support/spellings.ts'
import { foldText } from './fold-text.ts'

const { mobileNumber, idNumber, taxIncomeNumber, postalCode, fullName, childrenDetails } = answersPatch.shape

test.each([
  ['\u202a+27 82 555 0134\u202c', '+27825550134'],
  ['+27 (0)82 555 0134', '+27825550134'],
  ['0027 82 555 0134', '+27825550134'],
  ['082.555.0134', '+27825550134'],
  ['082/555/0134', '+27825550134'],
  ['082–555–0134', '+27825550134'],
  ['082\u00a0555\u2009\u20110134', '+27825550134'],
  ['０８２ ５５５ ０１３４', '+27825550134'],
  ['0044 20 7946 0958', '+442079460958'],
  ['ask my wife', 'ask my wife'],
])('mobile number %j is stored as %s', (typed, stored) => expect(mobileNumber.parse(typed)).toBe(stored))

test.each([
  ['800101-5009-087', '8001015009087'],
  ['8001015\u200b009087\ufeff', '8001015009087'],
  ['800101/5009.087', '8001015009087'],
  ['9202204720082', '9202204720082'],
  ['m 0012-3456', 'M00123456'],
  ['PTA/123/2021', 'PTA/123/2021'],
])('ID number %j is stored as %s', (typed, stored) => expect(idNumber.parse(typed)).toBe(stored))

test.each([
  ['244-949 4160', '2449494160'],
  ['0001\u200d339050', '0001339050'],
  ['none yet', 'none yet'],
])('tax number %j is stored as %s', (typed, stored) => expect(taxIncomeNumber.parse(typed)).toBe(stored))

test.each([
  ['8 0 0 1', '8001'],
  ['\u200e8001\u200f', '8001'],
  ['SW1A\u00a01AA', 'SW1A 1AA'],
])('postal code %j is stored as %s', (typed, stored) => expect(postalCode.parse(typed)).toBe(stored))

test.each([
  ['Anne–Marie\tdu\u00a0 Toit\u200b', 'Anne-Marie du Toit'],
  ['Jose\u0301', 'José'],
  ['Siobhán O’Brien', 'Siobhán O’Brien'],
  ['می‌خواهم', 'می‌خواهم'],
])('name %j is stored as %j', (typed, stored) => {
  expect(fullName.parse(typed)).toBe(stored)
  expect(nameText().parse(typed)).toBe(stored)
  expect(childrenDetails.parse([{ fullName: typed, idNumber: null }])).toEqual([
    { fullName: stored, idNumber: null },
  ])
})

test('texts keep their dashes and emojis; non-printable characters are rejected', () => {
  expect(lineOfText().parse('Statement – March 👨‍👩‍👧')).toBe('Statement – March 👨‍👩‍👧')
  expect(lineOfText().safeParse('one\ntwo').success).toBe(false)
})

describe('every spelling gives one value', () => {
  const kinds = [
    ['mobileNumber', mobileNumber, '+27825550134'],
    ['phone', phoneSchema, '+27215550134'],
    ['idNumber', idNumber, '8001015009087'],
    ['passport', idNumber, 'M00123456'],
    ['taxIncomeNumber', taxIncomeNumber, '0001339050'],
    ['postalCode', postalCode, '8001'],
    ['fullName', fullName, 'Anne-Marie du Toit'],
    ['username', usernameSchema, 'anne-marie@home.example'],
  ] as const
  test.each(kinds)('%s', (kind, schema, stored) => {
    fc.assert(
      fc.property(isSpelledLike(kind, stored), (typed) => {
        expect(schema.parse(typed)).toBe(stored)
        expect(schema.parse(stored)).toBe(stored)
      }),
    )
  })
})

test.each([
  ["O'Brien", 'obrien'],
  ['O’Brien', 'obrien'],
  ['Anne–Marie', 'annemarie'],
  ['Łukasz Ødegård', 'lukasz odegard'],
  ['Æbelø, Đorđe, Straße, Þór', 'aebelo, dorde, strasse, thor'],
  ['Mafhadza Ṱhanyi Ḓowelani', 'mafhadza thanyi dowelani'],
])('%s is searched as %s', (text, folded) => {
  expect(foldText(text)).toBe(folded)
  expect(foldText(folded)).toBe(folded)
})

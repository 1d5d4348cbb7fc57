import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { waysOfWriting } from '#test/support/written-amounts.ts'
import { amountText, formatRand, groupedAmount, MAX_CENTS } from './rand.ts'
import { amountProblems, figuresAndSpelledOut, parseRand, readRand, settledAmount } from './reading.ts'

const amounts = fc.integer({ min: 0, max: MAX_CENTS })

describe('readRand', () => {
  test.each([
    ['1 234 567.89', 123_456_789],
    ['1 234 567,89', 123_456_789],
    ['1\u00a0234\u00a0567,89', 123_456_789],
    ['1\u202f234\u2009567.8', 123_456_780],
    ['1’234’567.89', 123_456_789],
    ["1'234", 123_400],
    ['R1,234,567.89', 123_456_789],
    ['r 1.234.567,89', 123_456_789],
    ['1.234.567', 123_456_700],
    ['1,234,567', 123_456_700],
    ['1.850.000', 185_000_000],
    ['1234567,8', 123_456_780],
    ['1,234.5', 123_450],
    ['1.234,', 123_400],
    ['1 234', 123_400],
    ['850000', 85_000_000],
    ['12,34', 1234],
    ['1,2', 120],
    ['ZAR 12', 1200],
    ['\u200e R\u00a012 \u202c', 1200],
    ['0', 0],
    ['007', 700],
    ['0.1', 10],
    ['.5', 50],
    [',05', 5],
    ['7.', 700],
    ['999 999 999 999.99', MAX_CENTS],
  ])('%s is %i cents', (text, cents) =>
    expect(readRand(text)).toEqual({ kind: 'amount', cents, doubtful: false }),
  )

  test.each([
    ['1,234', 123_400],
    ['1.234', 123_400],
    ['R 850,000', 85_000_000],
    ['999.999', 99_999_900],
    ['10 50', 105_000],
    ['1 2345,67', 1_234_567],
    ["12'34", 123_400],
    ['1  234', 123_400],
    ['0 500', 50_000],
  ])('%s is %i cents, and ambiguous', (text, cents) =>
    expect(readRand(text)).toEqual({ kind: 'amount', cents, doubtful: true }),
  )

  test.each([
    ['3.2m', 320_000_000],
    ['3,2m', 320_000_000],
    ['3.2M', 320_000_000],
    ['R3.2 m', 320_000_000],
    ['R2 mil', 200_000_000],
    ['r 2MIL', 200_000_000],
    ['1.5 million', 150_000_000],
    ['ZAR 12 Million', 1_200_000_000],
    ['.5m', 50_000_000],
    ['2.m', 200_000_000],
    ['1.234m', 123_400_000],
    ['1,234567m', 123_456_700],
    ['1.23456789 million', 123_456_789],
    ['1 250m', 125_000_000_000],
    ['850k', 85_000_000],
    ['850 K', 85_000_000],
    ['R\u00a0850\u00a0thousand', 85_000_000],
    ['12,5k', 1_250_000],
    ['0.75 Thousand', 75_000],
    ['1,500k', 150_000_000],
    ['0k', 0],
    ['999 999.99999999m', MAX_CENTS],
  ])('%s is %i cents, confirmed to the user: an abbreviated amount', (text, cents) =>
    expect(readRand(text)).toEqual({ kind: 'amount', cents, doubtful: true }),
  )

  test('reads every abbreviated amount as a multiple of its digits', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999 }),
        fc.constantFrom('k', ' K', 'thousand', ' Thousand'),
        fc.constantFrom('m', ' M', 'mil', ' Mil', 'million', ' MILLION'),
        (hundredths, thousand, million) => {
          const number = (hundredths / 100).toFixed(2)
          expect(parseRand(number + thousand)).toBe(hundredths * 1000)
          expect(parseRand(`R${number}${million}`)).toBe(hundredths * 1_000_000)
        },
      ),
    )
  })

  test.each([
    ['-5', 'negative'],
    ['R −1 000', 'negative'],
    ['1234,567', 'decimals'],
    ['0,500', 'decimals'],
    ['1 234.567', 'decimals'],
    ['1,234.567', 'decimals'],
    ['1 000 000 000 000', 'range'],
    ['99999999999999999999', 'range'],
    ['abc', 'form'],
    ['1.2.3', 'form'],
    ['12,34.5', 'form'],
    ['1,234,56', 'form'],
    ['1,234.567,89', 'form'],
    ['1,850,0', 'form'],
    ['1e3', 'form'],
    ['m', 'form'],
    ['R k', 'form'],
    ['mil', 'form'],
    ['3.2mm', 'form'],
    ['3.2x', 'form'],
    ['3 bn', 'form'],
    ['2 million k', 'form'],
    ['850 thous', 'form'],
    ['1.2.3m', 'form'],
    ['-3.2m', 'negative'],
    ['1.123456789m', 'decimals'],
    ['1 000 000m', 'range'],
    ['1000000.01m', 'range'],
    ['.', 'form'],
    ['１２', 'form'],
    ['12 R', 'form'],
  ] as const)('%s is no amount: %s', (text, problem) =>
    expect(readRand(text)).toEqual({ kind: 'unreadable', problem }),
  )

  test.each(['', ' ', 'R', 'R ', '\u00a0', '\u200b'])('%j is empty', (text) =>
    expect(readRand(text)).toEqual({ kind: 'nothing' }),
  )

  test('reads every amount to the cent in all usual formats', () => {
    fc.assert(
      fc.property(amounts, fc.constantFrom(...waysOfWriting), (cents, way) => {
        expect(parseRand(way.write(cents))).toBe(cents)
      }),
      { numRuns: 2000 },
    )
  })

  test('reads back the formats of inputs, screens and the API', () => {
    fc.assert(
      fc.property(amounts, (cents) => {
        for (const text of [amountText(cents), formatRand(cents), groupedAmount(cents)]) {
          expect(readRand(text)).toEqual({ kind: 'amount', cents, doubtful: false })
        }
      }),
    )
  })

  test('never throws, never leaves the permitted range, and has a message for unreadable text', () => {
    const odd = fc.string({ unit: fc.constantFrom(..."0123456789 .,'’R-\u00a0\u2009xkm") })
    fc.assert(
      fc.property(fc.oneof(fc.string(), odd), (text) => {
        const reading = readRand(text)
        if (reading.kind === 'unreadable')
          expect(amountProblems[reading.problem]).toMatch(/^(?:Please|Enter) /u)
        const cents = parseRand(text) ?? 0
        expect(Number.isSafeInteger(cents) && cents >= 0 && cents <= MAX_CENTS).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  test('drops no digit', () => {
    const odd = fc.string({ unit: fc.constantFrom(..."0123456789 .,'") })
    fc.assert(
      fc.property(odd, (text) => {
        const cents = parseRand(text)
        if (cents === null) return
        const written = text.replaceAll(/\D/gu, '').replace(/^0+/u, '')
        expect(String(cents).padEnd(written.length + 2, '0')).toMatch(new RegExp(`^0?${written}0{0,2}`, 'u'))
      }),
      { numRuns: 2000 },
    )
  })
})

test.each([
  ['1850000', '1 850 000.00'],
  ['1234567,8', '1 234 567.80'],
  [' R 12 ', '12.00'],
  ['', ''],
  ['R ', ''],
  ['3.2m', '3 200 000.00'],
  ['850 K', '850 000.00'],
  [' twelve ', 'twelve'],
  ['1,2,3', '1,2,3'],
])('%j becomes %j on blur', (text, settled) => {
  expect(settledAmount(text)).toBe(settled)
  expect(settledAmount(settled)).toBe(settled)
})

test('figures and spelled-out text agree', () =>
  expect(figuresAndSpelledOut(123_400)).toBe(
    'R\u00a01\u00a0234.00: one thousand two hundred and thirty-four rand',
  ))

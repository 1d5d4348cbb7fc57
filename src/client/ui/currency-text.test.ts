import { describe, expect, it } from 'vitest'
import { commaToPoint, withinRange } from './currency-text.ts'

describe('commaToPoint', () => {
  it.each([
    ['1 234 567,89', '1 234 567.89'],
    ['1 234 567.89', '1 234 567.89'],
    ['1.234.567,89', '1 234 567.89'],
    ['1,234,567.89', '1 234 567.89'],
    ['1,234,567', '1 234 567'],
    ['12,5', '12.5'],
    ['12,', '12.'],
    [',5', '.5'],
    ['R 1 234,50', 'R 1 234.50'],
    ['1,234', '1 234'],
    ['1234', '1234'],
    ['', ''],
  ])('reads %j as %j', (typed, read) => {
    expect(commaToPoint(typed)).toBe(read)
  })

  it('never changes the length, so that the caret stays where it was', () => {
    for (const text of ['1,2,3', '1.2,3', ',,', 'R1,234.56,', '0,00']) {
      expect(commaToPoint(text)).toHaveLength(text.length)
    }
  })
})

describe('withinRange', () => {
  it('takes twelve digits before the point and no more', () => {
    expect(withinRange('999999999999.99')).toBe(true)
    expect(withinRange('1000000000000')).toBe(false)
    expect(withinRange('0001')).toBe(true)
    expect(withinRange('')).toBe(true)
  })
})

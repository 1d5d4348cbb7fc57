import { expect, test } from 'vitest'
import { rankTest } from './rank-test.ts'

test('agrees with the worked example of SciPy (mannwhitneyu, asymptotic)', () => {
  expect(rankTest([19, 22, 16, 29, 24], [20, 11, 17, 12])).toBeCloseTo(0.111_346_89, 6)
})

test('groups that are the same, or nothing but ties, do not differ', () => {
  const readings = Array.from({ length: 50 }, (_, index) => index)
  expect(rankTest(readings, readings)).toBeCloseTo(1, 6)
  expect(rankTest([1, 1, 1], [1, 1])).toBe(1)
})

test('a shift by a tenth of the spread is found in enough readings, in either direction', () => {
  const readings = Array.from({ length: 2000 }, (_, index) => index / 2000)
  const shifted = readings.map((reading) => reading + 0.1)
  expect(rankTest(readings, shifted)).toBeLessThan(1e-6)
  expect(rankTest(shifted, readings)).toBeLessThan(1e-6)
})

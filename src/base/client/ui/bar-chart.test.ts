import { expect, it } from 'vitest'
import { barPercent } from './bar-chart.tsx'

it.each([
  [50, 100, 50],
  [100, 100, 100],
  [0, 100, 0],
  [-5, 100, 0],
  [1, 1_000_000, 0.5],
  [0, 0, 0],
])('%d of %d is %d percent', (value, longest, percent) => {
  expect(barPercent(value, longest)).toBe(percent)
})

import { expect, test } from 'vitest'
import { stepText } from './step-text.ts'

test.each([
  ['personal', 'personal'],
  ['net-worth-intro', 'net worth intro'],
  ['success', 'submitted'],
  ['', null],
  [null, null],
])('staff read the step %j as %j', (step, text) => {
  expect(stepText(step)).toBe(text)
})

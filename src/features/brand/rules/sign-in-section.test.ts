import { expect, test } from 'vitest'
import { readInput } from '#base/rules/input/read-input.ts'
import { sectionSchema } from './field-schemas.ts'
import { sessionLimitsOf, signInDefaults } from './sign-in-section.ts'

const MINUTE_MS = 60_000

test.each([
  ['staffIdle', 5, 60],
  ['staffAbsolute', 1, 16],
  ['clientIdle', 10, 240],
  ['clientAbsolute', 1, 24],
] as const)('%s is from %i to %i', (field, min, max) => {
  const accepts = (value: string) => readInput(sectionSchema('signIn'), { [field]: value }).ok
  expect([min - 1, min, max, max + 1].map((value) => accepts(String(value)))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(['', '-5', '1e1', '10.5', '010', 'ten'].map(accepts)).not.toContain(true)
})

test('the defaults are those of the decisions', () => {
  const staff = { idleMs: 30 * MINUTE_MS, absoluteMs: 720 * MINUTE_MS }
  expect(sessionLimitsOf(signInDefaults)).toEqual({
    system_administrator: staff,
    admin: staff,
    wealth_manager: staff,
    client: { idleMs: 120 * MINUTE_MS, absoluteMs: 1440 * MINUTE_MS },
  })
})

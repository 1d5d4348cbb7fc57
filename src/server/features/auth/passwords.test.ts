import { parseOptions } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'
import { DomainError } from '#server/platform/domain-error.ts'
import { withRealHashing } from '#test/support/argon2.ts'
import { hashPassword, isPassword, DUMMY_HASH } from './passwords.ts'

withRealHashing()

describe('a hash', () => {
  test('is of the strength that was decided on, and so is the one of nobody', async () => {
    const expected = {
      algorithm: 2,
      memoryCost: 19_456,
      timeCost: 2,
      parallelism: 1,
      outputLen: 32,
      saltLen: 16,
    }
    expect(parseOptions(await hashPassword('a quiet harbour wall'))).toMatchObject(expected)
    expect(parseOptions(DUMMY_HASH)).toMatchObject(expected)
  })

  test('is another one each time, and fits its password alone', async () => {
    const [first, second] = await Promise.all([hashPassword('same'), hashPassword('same')])
    expect(first).not.toBe(second)
    expect(await isPassword('same', first)).toBe(true)
    expect(await isPassword('same ', first)).toBe(false)
    expect(await isPassword('Same', first)).toBe(false)
    expect(await isPassword('', DUMMY_HASH)).toBe(false)
  })

  test.each(['🦁'.repeat(128), 'x'.repeat(512), 'naïve \u0000 zero', '  blanks at both ends  '])(
    'takes every character: %j',
    async (password) => {
      expect(await isPassword(password, await hashPassword(password))).toBe(true)
      expect(await isPassword(password.slice(0, -1), await hashPassword(password))).toBe(false)
    },
  )
})

test('more checks than can be made are turned away, and told when to come back', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 510 }, () => isPassword('x', 'no hash at all')),
  )
  const refusals = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' && outcome.reason instanceof DomainError ? [outcome.reason] : [],
  )
  expect(refusals.length).toBeGreaterThan(0)
  expect(refusals[0]).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 10 })
})

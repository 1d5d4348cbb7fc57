import { parseOptions } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'
import { DomainError } from '#base/server/domain-error.ts'
import { withRealHashing } from '#test/support/argon2.ts'
import { hashPassword, isPassword, DUMMY_HASH } from './passwords.ts'

withRealHashing()

describe('a hash', () => {
  test('has the specified strength, and so has the dummy hash', async () => {
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

  test('is different each time, and matches only its password', async () => {
    const [first, second] = await Promise.all([hashPassword('same'), hashPassword('same')])
    expect(first).not.toBe(second)
    expect(await isPassword('same', first)).toBe(true)
    expect(await isPassword('same ', first)).toBe(false)
    expect(await isPassword('Same', first)).toBe(false)
    expect(await isPassword('', DUMMY_HASH)).toBe(false)
  })

  test.each(['🦁'.repeat(128), 'x'.repeat(512), 'naïve \u0000 zero', '  blanks at both ends  '])(
    'accepts every character: %j',
    async (password) => {
      expect(await isPassword(password, await hashPassword(password))).toBe(true)
      expect(await isPassword(password.slice(0, -1), await hashPassword(password))).toBe(false)
    },
  )
})

test('above the limit checks are refused, with a time to retry', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 510 }, () => isPassword('x', 'no hash at all')),
  )
  const errors = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' && outcome.reason instanceof DomainError ? [outcome.reason] : [],
  )
  expect(errors.length).toBeGreaterThan(0)
  expect(errors[0]).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 10 })
})

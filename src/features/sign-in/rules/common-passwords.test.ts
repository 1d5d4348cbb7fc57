import dictionary from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { commonPasswords } from './common-passwords.ts'

test('the list matches the output of its script', () => {
  const commonest = dictionary.slice(0, 10_000).filter((password) => password.length >= 6)
  const long = dictionary.slice(10_000).filter((password) => password.length >= 12)
  expect([...commonPasswords()]).toEqual([...commonest, ...long].toSorted())
})

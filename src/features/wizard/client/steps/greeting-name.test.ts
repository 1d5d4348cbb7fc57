import { expect, test } from 'vitest'
import { greetingName } from './greeting-name.ts'

test.each([
  ['Thandiwe Nomsa Dube', 'Thandiwe'],
  ['  Lwazi\u00a0Dube ', 'Lwazi'],
  ['   ', 'there'],
  ['', 'there'],
  [null, 'there'],
])('%j is greeted as %s', (fullName, name) => expect(greetingName(fullName)).toBe(name))

import { expect, test } from 'vitest'
import { sectionSchema } from './field-schemas.ts'

test.each([
  ['fspNumber', 'FSP 12345', '12345'],
  ['fspNumber', 'fsp no. 12345', '12345'],
  ['fspNumber', '12345', '12345'],
  ['website', 'www.firm.example', 'https://www.firm.example'],
  ['website', 'https://firm.example', 'https://firm.example'],
] as const)('%s: %s is taken as %s', (name, typed, meant) => {
  expect(sectionSchema('identity').parse({ [name]: typed })).toEqual({ [name]: meant })
})

test.each([
  ['fspNumber', 'FSP twelve'],
  ['fspNumber', '1234567'],
  ['website', 'firm.example'],
  ['website', 'http://www.firm.example'],
])('%s: %s is refused', (name, typed) => {
  expect(sectionSchema('identity').safeParse({ [name]: typed }).success).toBe(false)
})

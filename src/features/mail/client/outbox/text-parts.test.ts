import { expect, test } from 'vitest'
import { partsOf } from './text-parts.ts'

test('finds an address on its own line, and loses nothing', () => {
  const text =
    'Sign in:\nhttps://site.example/auth\n\nor write to https://x.example yourself\nhttps://site.example/'
  expect(partsOf(text)).toEqual([
    { at: 0, part: 'Sign in:\n', isAddress: false },
    { at: 9, part: 'https://site.example/auth', isAddress: true },
    { at: 34, part: '\n\nor write to https://x.example yourself\n', isAddress: false },
    { at: 75, part: 'https://site.example/', isAddress: true },
  ])
  expect(partsOf('')).toEqual([])
})

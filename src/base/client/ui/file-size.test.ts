import { expect, it } from 'vitest'
import { formatFileSize } from './file-size.ts'

it.each([
  [0, '0 bytes'],
  [840, '840 bytes'],
  [12_288, '12 KB'],
  [2_097_152, '2 MB'],
  [1_990_000, '1.9 MB'],
])('formats %i bytes as %j', (bytes, text) => {
  expect(formatFileSize(bytes)).toBe(text)
})

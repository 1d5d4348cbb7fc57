import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { packedRun } from './packed-run.ts'

test('what is packed piece by piece is whole, its checksum right', () => {
  const packed = packedRun('x', 3)
  expect(inflateSync(packed).equals(Buffer.alloc(3 * 2 ** 20, 'x'))).toBe(true)
  expect(packed.length).toBeLessThan(4000)
})

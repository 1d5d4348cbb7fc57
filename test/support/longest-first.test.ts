import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { LONGEST, WAITING } from './longest-first.ts'

test('what is begun with, or waits, is there', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  expect([...LONGEST, ...WAITING].filter((file) => !existsSync(root + file))).toEqual([])
})

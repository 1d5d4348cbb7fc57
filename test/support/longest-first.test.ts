import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { LONGEST } from './longest-first.ts'

test('what is begun with is there', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  expect(LONGEST.filter((file) => !existsSync(root + file))).toEqual([])
})

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeFolder } from '#test/support/quick-folder.ts'
import { writtenPlaces } from './written-places.ts'

const root = makeFolder('onboarding-places-')
const folder = path.join(root, 'dist/server')
mkdirSync(folder, { recursive: true })
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** A built file of three lines: the first is of no source. */
const lines = Uint16Array.of(0, 0, 1, 12, 0, 7)
writeFileSync(
  path.join(folder, 'start-Ab1_.mjs.lines'),
  Buffer.concat([Buffer.from('["src/a.ts","src/b.ts"]\n'), Buffer.from(lines.buffer)]),
)

mkdirSync(path.join(folder, 'unreadable.mjs.lines'))

test.each([
  [
    '    at save (file:///app/dist/server/start-Ab1_.mjs:2:17)',
    `    at save (${path.join(root, 'src/b.ts')}:12)`,
  ],
  ['    at async /app/dist/server/start-Ab1_.mjs:3:1', `    at async ${path.join(root, 'src/a.ts')}:7`],
])('%s is where it was written', (built, written) => {
  expect(writtenPlaces(built, folder)).toBe(written)
})

test.each([
  ['a line that comes from nowhere', '    at save (file:///app/dist/server/start-Ab1_.mjs:1:1)'],
  ['a line behind the last', '    at save (file:///app/dist/server/start-Ab1_.mjs:4:1)'],
  ['a file whose lines cannot be read', '    at save (file:///app/dist/server/unreadable.mjs:1:1)'],
  ['a file of another build', '    at save (file:///app/dist/server/start-gone.mjs:2:17)'],
  ['a source', '    at save (file:///app/src/server/start.ts:2:17)'],
])('%s stays as it is', (_, stack) => {
  expect(writtenPlaces(stack, folder)).toBe(stack)
})

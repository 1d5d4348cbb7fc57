import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makePng } from '#test/support/files.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { firmLogo } from './firm-logo.ts'

const folder = makeFolder('firm-logo-')
const put = (name: string, bytes: Buffer) => writeFileSync(path.join(folder, name), bytes)

/** A PNG header with the given size. */
function pngOf(width: number, height: number): Buffer {
  const bytes = makePng()
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

test.each([
  ['is shown at the height of the mark', 880, 176, { width: 220, height: 44 }],
  ['that is very wide keeps to its room', 4000, 200, { width: 224, height: 11 }],
  ['that is small is not blown up', 60, 20, { width: 60, height: 20 }],
])('a logo %s', (name, width, height, size) => {
  put(`${name}.png`, pngOf(width, height))
  expect(firmLogo({ logoUrl: `/${name}.png`, logoFolder: folder })).toMatchObject(size)
})

test('an SVG is replaced by the PNG beside it', () => {
  put('mark.png', pngOf(88, 88))
  expect(firmLogo({ logoUrl: '/mark.svg', logoFolder: folder })).toMatchObject({ width: 44, height: 44 })
})

test.each([
  ['is not there', null],
  ['is no PNG', Buffer.from('<svg/>')],
])('a logo that %s is ignored', (name, bytes) => {
  if (bytes !== null) put(`${name}.png`, bytes)
  expect(firmLogo({ logoUrl: `/${name}.svg`, logoFolder: folder })).toBeNull()
})

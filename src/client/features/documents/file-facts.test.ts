import { expect, test } from 'vitest'
import type { SentType } from '#domain/documents/file-types.ts'
import { identified, jpegName } from './file-facts.ts'
import { sortFiles } from './sort-files.ts'

/** How a file of each type that is taken begins, and an ending of its name. */
const samples: Record<SentType, { begins: string; ending: string }> = {
  'application/pdf': { begins: '%PDF-1.7', ending: 'pdf' },
  'image/jpeg': { begins: '\u00FF\u00D8\u00FF\u00E0', ending: 'JPG' },
  'image/png': { begins: '\u0089PNG\r\n\u001A\n', ending: 'png' },
  'image/heic': { begins: '\0\0\0\u0018ftypheic', ending: 'HEIC' },
  'image/webp': { begins: 'RIFF1234WEBPVP8 ', ending: 'webp' },
  'image/tiff': { begins: 'II*\0', ending: 'tif' },
}
const types = Object.keys(samples) as SentType[]

/** What browsers, download managers and mail programs announce of files that they do not know. */
const vague = [
  '',
  'application/octet-stream',
  'binary/octet-stream',
  'application/x-download',
  'application/force-download',
  'application/vnd.pdf',
  'text/pdf',
  'text/plain',
  'application/unknown',
]

const fileOf = (begins: string, name: string, type: string) =>
  new File([Buffer.from(begins, 'latin1')], name, { type })

test.each(vague)(
  'a file announced as "%s" is known by its bytes, whatever its name, or by its name',
  async (announced) => {
    for (const type of types) {
      const { begins, ending } = samples[type]
      for (const [content, name] of [
        [begins, `march.${ending}`],
        [begins, 'march'],
        [begins, 'download.aspx'],
        [begins, 'march.docx'],
        ['unknown', `march.${ending}`],
      ] as const) {
        const file = await identified(fileOf(content, name, announced))
        expect([name, file.type]).toEqual([name, type])
        expect(sortFiles('payslip', 0, [file]).refused).toEqual([])
      }
    }
  },
)

test.each(vague)('a file announced as "%s" that is none of ours is refused', async (announced) => {
  const file = await identified(fileOf('MZ', 'march.exe', announced))
  expect(sortFiles('payslip', 0, [file]).refused).toMatchObject([{ title: 'Invalid file type' }])
})

test('a PDF behind what a server left before it is a PDF; a page with a PDF behind it is not', async () => {
  expect((await identified(fileOf('\r\n\r\n%PDF-1.4', 'march', ''))).type).toBe('application/pdf')
  expect((await identified(fileOf('<html>%PDF-1.4', 'march', ''))).type).toBe('')
})

test.each([
  ['photo.jpg', 'image/jpg', 'image/jpeg'],
  ['IMG_0012.HEIC', 'image/heif', 'image/heic'],
  ['march.docx', '', ''],
  ['march.docx', 'application/msword', 'application/msword'],
])('%s, announced as "%s", is "%s"', async (name, type, expected) =>
  expect((await identified(fileOf('', name, type))).type).toBe(expected),
)

test('a file that cannot be read is known by its name', async () => {
  const file = fileOf('', 'march.pdf', '')
  file.slice = () => {
    throw new DOMException('gone', 'NotReadableError')
  }
  expect((await identified(file)).type).toBe('application/pdf')
})

test.each([
  ['scan.png', 'scan.jpg'],
  ['Photo.JPG', 'Photo.JPG'],
  ['page.jpeg', 'page.jpeg'],
  ['statement', 'statement.jpg'],
  ['v1.2 final.png', 'v1.2 final.jpg'],
])('%s is kept as %s', (name, expected) => expect(jpegName(name)).toBe(expected))

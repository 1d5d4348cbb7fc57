import { expect, test } from 'vitest'
import type { SentType } from '#base/rules/files/file-types.ts'
import { identified, jpegName } from './file-facts.ts'
import { sortFiles } from './sort-files.ts'

/** The first bytes and an ending of each accepted type. */
const samples: Record<SentType, { begins: string; ending: string }> = {
  'application/pdf': { begins: '%PDF-1.7', ending: 'pdf' },
  'image/jpeg': { begins: '\u00FF\u00D8\u00FF\u00E0', ending: 'JPG' },
  'image/png': { begins: '\u0089PNG\r\n\u001A\n', ending: 'png' },
  'image/heic': { begins: '\0\0\0\u0018ftypheic', ending: 'HEIC' },
  'image/webp': { begins: 'RIFF1234WEBPVP8 ', ending: 'webp' },
  'image/tiff': { begins: 'II*\0', ending: 'tif' },
}
const types = Object.keys(samples) as SentType[]

/** Types that browsers, download managers and mail programs announce for unknown files. */
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
  'identifies a file announced as "%s" by its bytes, whatever its name, or by its name',
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

test.each(vague)('rejects an unsupported file announced as "%s"', async (announced) => {
  const file = await identified(fileOf('MZ', 'march.exe', announced))
  expect(sortFiles('payslip', 0, [file]).refused).toMatchObject([{ title: 'Invalid file type' }])
})

test('accepts a PDF with leading bytes, but not a page that contains a PDF', async () => {
  expect((await identified(fileOf('\r\n\r\n%PDF-1.4', 'march', ''))).type).toBe('application/pdf')
  expect((await identified(fileOf('<html>%PDF-1.4', 'march', ''))).type).toBe('')
})

test.each([
  ['photo.jpg', 'image/jpg', 'image/jpeg'],
  ['IMG_0012.HEIC', 'image/heif', 'image/heic'],
  ['march.docx', '', ''],
  ['march.docx', 'application/msword', 'application/msword'],
])('identifies %s, announced as "%s", as "%s"', async (name, type, expected) =>
  expect((await identified(fileOf('', name, type))).type).toBe(expected),
)

test('identifies an unreadable file by its name', async () => {
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
])('names %s %s', (name, expected) => expect(jpegName(name)).toBe(expected))

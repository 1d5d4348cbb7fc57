import { describe, expect, test } from 'vitest'
import { makePdf } from '#test/support/files.ts'
import { brokenSealsIn, sealIn } from './sealed-range.ts'

const MEGABYTE = 1024 * 1024
const CMS = '30'.padEnd(2000, 'ab')

/** A megabyte of copies of a text. */
const copies = (text: string, bytes = MEGABYTE) => text.repeat(Math.floor(bytes / text.length))

/** Half a megabyte of digits that is invalid because of the last one, and thousands of ranges that refer to it. */
function manyRanges(): Buffer {
  const head = '%PDF-1.7\n'
  const digits = `<${copies('30', MEGABYTE / 2)}x>`
  const after = head.length + digits.length
  const count = Math.floor((MEGABYTE - after) / 40)
  const rest = count * 40
  const range = `/ByteRange[0 ${head.length} ${after} ${rest}]`.padEnd(40)
  return Buffer.from(head + digits + range.repeat(count), 'latin1')
}

/** A file whose range covers everything but the seal, with a text before and one behind it. */
function sealedFile({ before = '', cms = CMS } = {}): Buffer {
  const head = `%PDF-1.7\n${before}/Contents `
  const [length, after] = [head.length, head.length + cms.length + 2]
  const tail = (rest: number) => `/ByteRange [0 ${length} ${after} ${String(rest).padEnd(8)}]\n%%EOF\n`
  return Buffer.from(`${head}<${cms}>${tail(tail(0).length)}`, 'latin1')
}

const hostileFiles: [name: string, file: Buffer][] = [
  ['thousands of ranges over half a megabyte', manyRanges()],
  ['ranges without numbers', Buffer.from(copies('/ByteRange[0 1 '))],
  ['a range that is followed by spaces', Buffer.from(`/ByteRange${' '.repeat(MEGABYTE)}`)],
  ['beginnings of seals that are too short', Buffer.from(copies(`<30${'a'.repeat(900)}`))],
  ['beginnings of seals and nothing else', Buffer.from(copies('<30'))],
  ['digits without an end', Buffer.from(`<30${copies('a')}`)],
]

describe('a file of one megabyte is read once', () => {
  test.each(hostileFiles)('%s', (_, file) => {
    const began = process.cpuUsage()
    expect(sealIn(file)).toBeNull()
    brokenSealsIn(file)
    const { user, system } = process.cpuUsage(began)
    expect((user + system) / 1000).toBeLessThan(500)
  })
})

describe('the seal of a file', () => {
  test('is the one that its last range excludes', () => {
    const file = sealedFile({ before: '/ByteRange [0 1 2 3]\n' })
    const seal = sealIn(file)
    expect(Buffer.from(seal?.cms ?? []).toString('hex')).toBe(CMS)
    expect(file.subarray(seal?.at, (seal?.at ?? 0) + CMS.length).toString()).toBe(CMS)
    expect(seal?.covered).toHaveLength(file.length - CMS.length - 2)
  })

  test.each([
    [
      'a range follows that covers less',
      (file: Buffer) => Buffer.concat([file, Buffer.from('/ByteRange [0 1 3 4]')]),
    ],
    ['a byte follows', (file: Buffer) => Buffer.concat([file, Buffer.from('\n')])],
    [
      'a digit is none',
      (file: Buffer) => Buffer.from(file.toString('latin1').replace('ab>', 'ax>'), 'latin1'),
    ],
  ])('is missing where %s', (_, change) => {
    expect(sealIn(change(sealedFile()))).toBeNull()
  })

  test('is missing with an odd number of digits, or with more than any seal has', () => {
    expect(sealIn(sealedFile({ cms: `${CMS}0` }))).toBeNull()
    expect(sealIn(sealedFile({ cms: CMS.padEnd(400_000, '0') })) === null).toBe(true)
  })
})

test('of the seals in a changed file, the last three are found', async () => {
  const seals = ['01', '02', '03', '04'].map((last) => `30${'ab'.repeat(600)}${last}`)
  const pdf = (await makePdf()).toString('latin1')
  const file = Buffer.from(pdf + seals.map((seal) => `/Contents <${seal}>`).join('\n<3012>'), 'latin1')
  expect(brokenSealsIn(file).map((seal) => Buffer.from(seal).toString('hex'))).toEqual(
    seals.slice(1).toReversed(),
  )
})

import { describe, expect, test } from 'vitest'
import { makeEmptyPdf, makeFile, makePdf } from '#test/support/files.ts'
import { inspectFile } from './inspect-file.ts'

/** What was found, where nothing stopped the looking. */
async function findingIn(bytes: Buffer) {
  const inspected = await inspectFile(bytes)
  return inspected === 'too-much' ? inspected : inspected.finding
}

const types = ['application/pdf', 'image/jpeg', 'image/png'] as const

describe.each(types)('%s', (type) => {
  test.each([undefined, 2_097_152, 5_242_880])('of %s bytes is what it is', async (size) => {
    const bytes = await makeFile(type, size)
    if (size !== undefined) expect(bytes).toHaveLength(size)
    expect(await findingIn(bytes)).toEqual({ type })
  })
})

test('what is none of them is named where it can be', async () => {
  const zip = Buffer.from('504b0304140000000800', 'hex')
  expect(await findingIn(Buffer.concat([zip, Buffer.alloc(60)]))).toEqual({
    type: null,
    detected: 'application/zip',
  })
  expect(await findingIn(Buffer.from('<script>alert(1)</script>'))).toEqual({ type: null, detected: null })
  expect(await findingIn(Buffer.alloc(0))).toEqual({ type: null, detected: null })
})

describe('a PDF that cannot be shown', () => {
  const broken = { type: null, broken: 'application/pdf' }

  test('without a page', async () => expect(await findingIn(await makeEmptyPdf())).toEqual(broken))
  test('nothing but a head', async () => expect(await findingIn(Buffer.from('%PDF-1.7\n'))).toEqual(broken))
  test('cut short', async () => {
    const bytes = await makePdf()
    expect(await findingIn(bytes.subarray(0, 300))).toEqual(broken)
  })
  test('its head not whole', async () => {
    const bytes = await makePdf()
    bytes.write('%PDF_')
    expect(await findingIn(bytes)).toEqual(broken)
  })
})

test.each([400, 300_000])('a file of %i bytes comes back as it was', async (size) => {
  const bytes = await makeFile('image/png', size)
  const before = Buffer.from(bytes)
  const inspected = await inspectFile(bytes)
  expect(inspected !== 'too-much' && inspected.bytes.equals(before)).toBe(true)
})

test('a file that takes too long stops itself alone', async () => {
  const make = () => makeFile('application/pdf', 5_242_880)
  expect(await inspectFile(await make(), 0)).toBe('too-much')
  expect(await findingIn(await make())).toEqual({ type: 'application/pdf' })
})

test('many at once all get their answer', async () => {
  const files = await Promise.all(
    Array.from({ length: 12 }, (_, index) => makeFile(types[index % 3] ?? types[0])),
  )
  const findings = await Promise.all(files.map((bytes) => findingIn(bytes)))
  expect(findings).toEqual(files.map((_, index) => ({ type: types[index % 3] })))
})

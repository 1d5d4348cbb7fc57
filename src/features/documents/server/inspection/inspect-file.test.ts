import { execFile } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { makeEmptyPdf, makeFile, makePdf } from '#test/support/files.ts'
import { makeLongPdf, makePdfBomb } from '#test/support/hostile-pdfs.ts'
import { inspectFile } from './inspect-file.ts'
import { startInspector } from './start-inspector.ts'

const types = ['application/pdf', 'image/jpeg', 'image/png'] as const

describe.each(types)('%s', (type) => {
  test.each([undefined, 2_097_152, 5_242_880])('of %s bytes is what it is', async (size) => {
    const bytes = await makeFile(type, size)
    if (size !== undefined) expect(bytes).toHaveLength(size)
    // Padding is dropped on conversion; pictures.test.ts checks the stored version.
    expect(await inspectFile(bytes)).toMatchObject({ is: 'taken', type, downloadOnly: null })
  })
})

test('another type is named where it can be detected', async () => {
  const zip = Buffer.from('504b0304140000000800', 'hex')
  expect(await inspectFile(Buffer.concat([zip, Buffer.alloc(60)]))).toEqual({
    is: 'another-type',
    detected: 'application/zip',
  })
  expect(await inspectFile(Buffer.from('<script>alert(1)</script>'))).toEqual({
    is: 'another-type',
    detected: null,
  })
  expect(await inspectFile(Buffer.alloc(0))).toEqual({ is: 'another-type', detected: null })
})

describe('a PDF that cannot be shown', () => {
  const broken = { is: 'broken', type: 'application/pdf' }

  test('without a page', async () => expect(await inspectFile(await makeEmptyPdf())).toEqual(broken))
  test('nothing but a head', async () => expect(await inspectFile(Buffer.from('%PDF-1.7\n'))).toEqual(broken))
  test('cut short', async () => {
    const bytes = await makePdf()
    expect(await inspectFile(bytes.subarray(0, 300))).toEqual(broken)
  })
  test('its head not whole', async () => {
    const bytes = await makePdf()
    bytes.write('%PDF_')
    expect(await inspectFile(bytes)).toEqual(broken)
  })
})

test('a file that takes too long stops only itself', async () => {
  // Time is checked ten times a second: a quick machine finishes most files before.
  const bytes = makeLongPdf(20_000)
  expect(await inspectFile(bytes, { limits: { cpuMs: 0, wallMs: 60_000 } })).toEqual({
    is: 'too-much',
    of: 'time',
  })
  expect(await inspectFile(bytes)).toEqual({ is: 'taken', type: 'application/pdf', downloadOnly: null })
})

test('a slow machine refuses nothing permanently', async () => {
  const bytes = makeLongPdf(20_000)
  expect(await inspectFile(bytes, { limits: { cpuMs: 20_000, wallMs: 0 } })).toEqual({ is: 'not-in-time' })
  expect(await inspectFile(bytes)).toMatchObject({ is: 'taken' })
})

test.runIf(process.platform === 'linux')('time without processor does not count against a file', async () => {
  const inspector = await startInspector()
  const before = inspector.cpuMs()
  inspector.child.kill('SIGSTOP')
  await setTimeout(400)
  const stopped = inspector.cpuMs()
  inspector.child.kill('SIGKILL')
  expect(before).toBeGreaterThan(0)
  expect((stopped ?? 0) - (before ?? 0)).toBeLessThan(100)
})

test('a statement of 65,561 objects is accepted', async () => {
  expect(await inspectFile(makeLongPdf(65_556))).toMatchObject({ is: 'taken', downloadOnly: null })
})

test('running out of memory is distinguished from taking too long', async () => {
  expect(await inspectFile(await makePdfBomb())).toEqual({ is: 'too-much', of: 'memory' })
  // Inspection has a low priority: on a busy machine the processor time takes long.
}, 120_000)

test('many at once all get their answer', async () => {
  const files = await Promise.all(
    Array.from({ length: 12 }, (_, index) => makeFile(types[index % 3] ?? types[0])),
  )
  const findings = await Promise.all(files.map((bytes) => inspectFile(bytes)))
  expect(findings).toMatchObject(
    files.map((_, index) => ({ is: 'taken', type: types[index % 3], downloadOnly: null })),
  )
})

test('a server that has inspected a file can exit at once when it is done', async () => {
  const program = `
    import { inspectFile } from ${JSON.stringify(import.meta.resolve('./inspect-file.ts'))}
    const { is } = await inspectFile(Buffer.from('neither'))
    process.stdout.write(is)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
  expect(stdout).toBe('another-type')
})

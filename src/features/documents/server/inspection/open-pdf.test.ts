import { execFile, spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { PDFDocument } from '@cantoo/pdf-lib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { WIDEST_LIMIT_BYTES } from '#features/applications/rules/documents/kinds.ts'
import { damagedPdfs, unreadablePdfs, unusualPdfs } from '#test/support/damaged-pdfs.ts'
import { activePdfs, harmlessPdfs, heavyPdfs } from '#test/support/hostile-pdfs.ts'
import {
  ciphers,
  LOCKED_TITLE,
  makeLockedPdf,
  makeOldLockedPdf,
  PASSWORD,
} from '#test/support/locked-pdfs.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import type { Finding } from './finding.ts'
import { validateContent } from './validate-content.ts'

const type = 'application/pdf'
const look = (bytes: Buffer, password?: string) =>
  validateContent(bytes, { maxBytes: WIDEST_LIMIT_BYTES, password })
const shown = { is: 'taken', type, downloadOnly: null }
const run = promisify(execFile)
const hasQpdf = spawnSync('qpdf', ['--version']).status === 0

function copyIn(finding: Finding): Buffer {
  if (finding.is !== 'taken' || finding.converted === undefined) throw new Error(`No copy: ${finding.is}`)
  return Buffer.from(finding.converted)
}

async function checkWithQpdf(bytes: Buffer): Promise<void> {
  if (!hasQpdf) return
  const file = path.join(makeFolder('onboarding-pdf-'), 'copy.pdf')
  await writeFile(file, bytes)
  await run('qpdf', ['--check', file])
}

describe.each(ciphers)('a PDF locked with %s', (algorithm) => {
  describe.each([false, true])('its objects in streams: %s', (objectStreams) => {
    const make = (password?: string) => makeLockedPdf({ algorithm, objectStreams, password })

    test('one with an owner password only is treated like any other', async () => {
      expect(await look(await make(''))).toEqual(shown)
    })

    test('asks for its password', async () => {
      expect(await look(await make())).toEqual({ is: 'locked', opensWith: 'a password' })
      expect(await look(await make(), 'no')).toEqual({ is: 'locked', opensWith: 'another password' })
    })

    test.each([PASSWORD, 'own', '800101 5009 087', ` ${PASSWORD}\n`])('opens with %j', async (password) => {
      const finding = await look(await make(), password)
      expect(finding).toMatchObject(shown)
      const copy = copyIn(finding)
      const document = await PDFDocument.load(copy)
      expect([document.isEncrypted, document.getPageCount()]).toEqual([false, 1])
      await checkWithQpdf(copy)
    })
  })
})

test('text in brackets in a locked PDF is in its copy', async () => {
  expect(await look(makeOldLockedPdf())).toEqual({ is: 'locked', opensWith: 'a password' })
  const copy = copyIn(await look(makeOldLockedPdf(), PASSWORD))
  expect((await PDFDocument.load(copy)).getTitle()).toBe(LOCKED_TITLE)
  await checkWithQpdf(copy)
})

test.each(Object.entries(unusualPdfs))('%s is no reason to refuse a PDF', async (_, bytes) => {
  expect(await look(bytes)).toEqual(shown)
})

test.each(Object.entries(damagedPdfs))('%s is repaired', async (_, bytes) => {
  const finding = await look(bytes)
  expect(finding).toMatchObject(shown)
  if (finding.is !== 'taken' || finding.converted === undefined) return
  expect((await PDFDocument.load(copyIn(finding))).getPageCount()).toBe(1)
  await checkWithQpdf(copyIn(finding))
})

test('what not every viewer repairs is stored repaired', async () => {
  for (const what of [
    'no trailer',
    'a trailer without a root',
    'objects in a stream, and no table',
  ] as const) {
    expect(await look(damagedPdfs[what])).toHaveProperty('converted')
  }
})

test.each(Object.entries(unreadablePdfs))('%s is refused', async (_, bytes) => {
  expect(['broken', 'sealed-otherwise']).toContain((await look(bytes)).is)
})

test.each(Object.entries(activePdfs))('a PDF with %s is active', async (_, make) => {
  expect(await look(await make())).toEqual({ is: 'taken', type, downloadOnly: 'active' })
})

test.each(Object.entries(harmlessPdfs))('a PDF with %s is not', async (_, make) => {
  expect(await look(make())).toEqual(shown)
})

test.each(Object.entries(heavyPdfs))('a PDF with %s is heavy', async (_, make) => {
  expect(await look(make())).toEqual({ is: 'taken', type, downloadOnly: 'heavy' })
})

test('no input crashes it, with or without a password', async () => {
  const seeds = [
    ...Object.values(unusualPdfs),
    ...Object.values(damagedPdfs),
    makeOldLockedPdf(),
    await makeLockedPdf(),
  ]
  const changes = fc.array(fc.record({ at: fc.nat(), byte: fc.integer({ min: 0, max: 255 }) }), {
    maxLength: 12,
  })
  const cases = fc.record({
    seed: fc.constantFrom(...seeds),
    changes,
    keep: fc.double({ min: 0.3, max: 1, noNaN: true }),
  })
  const known = new Set(['taken', 'broken', 'another-type', 'locked', 'sealed-otherwise'])
  await fc.assert(
    fc.asyncProperty(cases, async ({ seed, changes: bytes, keep }) => {
      const changed = Buffer.from(seed.subarray(0, Math.ceil(seed.length * keep)))
      for (const { at, byte } of bytes) changed[at % changed.length] = byte
      expect(known).toContain((await look(changed, PASSWORD)).is)
    }),
    { numRuns: 300, seed: 20_261_122 },
  )
})

import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { playsLongRounds } from '#test/support/long-rounds.ts'
import { hasPdfsig, pdfsig, isSigned } from '#test/support/pdfsig.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { makeSigner, signedDocument, verify } from '#test/support/signing.ts'
import { verifySeal } from './sealing/verify-seal.ts'

/** Fixed, so that a random failure cannot block a build; the long runs try every byte. */
const SEED = 20_261_122
const FEW = 60
/** In the long runs pdfsig, a process per file, checks one byte of so many. */
const STRIDE = 25
const NEIGHBOURHOOD = 5
/** Some 60,000 files in the long runs. */
const LIMIT_MS = playsLongRounds() ? 3_600_000 : 120_000

/** A sealed file and the byte range of its seal, from `<` up to but without `>`. */
interface SealedFile {
  bytes: Buffer
  range: readonly [from: number, to: number]
  letterBytes: number
}

let server: TestServer
let sealed: SealedFile
let folder: string
beforeAll(async () => {
  server = await startTestServer()
  folder = makeFolder('onboarding-one-byte-')
  const signer = await makeSigner(server)
  const bytes = await signedDocument(server, signer)
  const [, from, to] = /\/ByteRange\s*\[\s*0\s+(\d+)\s+(\d+)/u.exec(bytes.toString('latin1')) ?? []
  sealed = { bytes, range: [Number(from), Number(to)], letterBytes: signer.letter.length }
})
afterAll(() => server.close())

function around(at: number): number[] {
  return Array.from({ length: 2 * NEIGHBOURHOOD }, (_, index) => at - NEIGHBOURHOOD + index)
}

/** The most sensitive positions: both ends of the file, of the letter and of the seal's range, and the header. */
function sensitive({ bytes, range, letterBytes }: SealedFile): number[] {
  const text = bytes.toString('latin1')
  const marks = ['/ByteRange', '/Contents', 'startxref', 'xref', 'trailer', '%%EOF', '/AcroForm', '/Sig']
  const found = marks.flatMap((mark) => [text.indexOf(mark, letterBytes), text.lastIndexOf(mark)])
  const begun = Array.from({ length: NEIGHBOURHOOD }, (_, index) => index)
  const numbers = Array.from({ length: 50 }, (_, index) => text.indexOf('/ByteRange') + index)
  return [...begun, ...numbers, ...[...range, letterBytes, bytes.length, ...found].flatMap(around)]
}

/** Distinct positions outside the seal's range, in order. */
function outside({ bytes, range: [from, to] }: SealedFile, positions: readonly number[]): number[] {
  const those = positions.filter((at) => at >= 0 && at < bytes.length && (at < from || at >= to))
  return [...new Set(those)].toSorted((one, other) => one - other)
}

const every = ({ bytes }: SealedFile) => Array.from(bytes, (_, at) => at)

/** Random positions in the letter, the certificate page, and the rest. */
function some({ bytes, letterBytes }: SealedFile): number[] {
  const inLetter = fc.sample(fc.nat(letterBytes - 1), { seed: SEED, numRuns: FEW / 3 })
  const behind = fc.integer({ min: letterBytes, max: bytes.length - 1 })
  return [...inLetter, ...fc.sample(behind, { seed: SEED, numRuns: (2 * FEW) / 3 })]
}

/** The file with one byte changed to any of the 255 others, depending on the position. */
function withChange({ bytes }: SealedFile, at: number): Buffer {
  const changed = Buffer.from(bytes)
  const [change = 1] = fc.sample(fc.integer({ min: 1, max: 255 }), { seed: SEED + at, numRuns: 1 })
  changed[at] = (changed[at] ?? 0) ^ change
  return changed
}

test(
  '/verify detects any byte changed outside the range of the seal',
  async () => {
    expect((await verify(server, sealed.bytes)).verdict.is).toBe('intact')
    for (const [index, at] of outside(sealed, [...sensitive(sealed), ...some(sealed)]).entries()) {
      // The rate limit counts by address.
      const address = `198.51.100.${index >> 4}`
      const { status, verdict } = await verify(server, withChange(sealed, at), address)
      expect([at, status, ['changed', 'foreign'].includes(verdict.is)]).toEqual([at, 200, true])
    }
    if (!playsLongRounds()) return
    const ours = [server.context.seal?.certificate ?? new Uint8Array()]
    expect((await verifySeal(sealed.bytes, ours)).is).toBe('intact')
    for (const at of outside(sealed, every(sealed))) {
      expect([at, (await verifySeal(withChange(sealed, at), ours)).is]).not.toEqual([at, 'intact'])
    }
  },
  LIMIT_MS,
)

describe.runIf(hasPdfsig)('pdfsig', () => {
  test(
    'detects any byte changed outside the range of the seal',
    () => {
      const file = path.join(folder, 'sealed.pdf')
      expect(isSigned(pdfsig(file, sealed.bytes))).toBe(true)
      const more = playsLongRounds() ? every(sealed).filter((at) => at % STRIDE === 0) : some(sealed)
      for (const at of outside(sealed, [...sensitive(sealed), ...more])) {
        expect([at, isSigned(pdfsig(file, withChange(sealed, at)))]).toEqual([at, false])
      }
    },
    LIMIT_MS,
  )
})

test.skipIf(hasPdfsig)('pdfsig (poppler-utils) is not installed: skipped', () => undefined)

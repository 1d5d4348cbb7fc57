import { createHash } from 'node:crypto'
import { PDFDocument, StandardFonts, type EncryptionAlgorithm } from '@cantoo/pdf-lib'
import { pageObjects, rawPdf, rawStream } from './raw-pdf.ts'

/** The client's identity number, which South African banks use as the password. */
export const PASSWORD = '8001015009087'

export const ciphers = ['RC4-40', 'RC4-128', 'AES-128', 'AES-256'] as const satisfies EncryptionAlgorithm[]

interface LockOptions {
  algorithm?: EncryptionAlgorithm
  /** The password for reading; empty if only printing needs one. */
  password?: string
  objectStreams?: boolean
  text?: string
}

/** A one-page PDF with a password; its owner password is `own`. */
export async function makeLockedPdf({
  algorithm = 'AES-256',
  password = PASSWORD,
  objectStreams = false,
  text = 'A statement behind a password',
}: LockOptions = {}): Promise<Buffer> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  document.addPage().drawText(text, { x: 72, y: 720, size: 18, font })
  document.encrypt({
    algorithm,
    userPassword: password,
    ownerPassword: 'own',
    allowWeakCryptography: true,
  })
  return Buffer.from(await document.save({ useObjectStreams: objectStreams }))
}

/** Characters that a literal string has to escape. */
export const LOCKED_TITLE = String.raw`March (2026\) paid) (twice`

const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
const KEY_BYTES = 5
const PERMISSIONS = -4

/**
 * A PDF locked with {@link PASSWORD} as by older programs: 40-bit RC4 (ISO 32000, 7.6), its title a literal string,
 * which the library would leave unencrypted.
 */
export function makeOldLockedPdf(): Buffer {
  const user = Buffer.concat([Buffer.from(PASSWORD), PADDING]).subarray(0, 32)
  const owner = rc4(md5(PADDING).subarray(0, KEY_BYTES), user)
  const permissions = Buffer.alloc(4)
  permissions.writeInt32LE(PERMISSIONS)
  const id = Buffer.from('an identifier of its own')
  const key = md5(user, owner, permissions, id).subarray(0, KEY_BYTES)
  const lock = `<< /Filter /Standard /V 1 /R 2 /P ${PERMISSIONS} /O ${literal(owner)} /U ${literal(rc4(key, PADDING))} >>`
  const seal = (number: number, bytes: Buffer) =>
    rc4(md5(key, Buffer.from([number, 0, 0, 0, 0])).subarray(0, 10), bytes)
  const [catalog, pages, page, , font] = pageObjects
  const content = rawStream(seal(4, Buffer.from('BT /F1 18 Tf 72 720 Td (A page) Tj ET')))
  const title = `<< /Title ${literal(seal(6, Buffer.from(LOCKED_TITLE)))} >>`
  const hexId = id.toString('hex')
  return rawPdf(
    [catalog, pages, page, content, font, title],
    `/Root 1 0 R /Info 6 0 R /Encrypt ${lock} /ID [<${hexId}> <${hexId}>]`,
  )
}

/** Bytes as a literal string in Latin-1. */
function literal(bytes: Buffer): string {
  const escaped = bytes.toString('latin1').replaceAll(/[\\()]/gu, String.raw`\$&`)
  return `(${escaped.replaceAll('\r', String.raw`\r`)})`
}

function md5(...parts: Buffer[]): Buffer {
  return createHash('md5').update(Buffer.concat(parts)).digest()
}

function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, index) => index)
  const at = (index: number) => state[index % 256] ?? 0
  const swap = (a: number, b: number) => ([state[a], state[b]] = [at(b), at(a)])
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) % 256
    swap(i, j)
  }
  let [i, j] = [0, 0]
  return Buffer.from(
    bytes.map((byte) => {
      i = (i + 1) % 256
      j = (j + at(i)) % 256
      swap(i, j)
      return byte ^ at(at(i) + at(j))
    }),
  )
}

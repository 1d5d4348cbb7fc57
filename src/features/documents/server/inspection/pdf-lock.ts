import {
  PDFArray,
  PDFBool,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFParser,
  PDFRawStream,
  PDFRef,
  PDFString,
  type PDFContext,
  type PDFObject,
  type PDFStream,
} from '@cantoo/pdf-lib'
import { RecordingParser, type PdfReading } from './pdf-parser.ts'
import { rewritePdf } from './write-pdf.ts'

const name = (text: string) => PDFName.of(text)

const EMPTY_PDF = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n'

/** What opens an encrypted PDF: a password (often the empty one), one that was not given, or something else. */
export type Key = { password: string } | 'a password' | 'another password' | 'no password'

/** The encryption dictionary of a PDF, with all references resolved. */
interface Lock {
  encryption: PDFDict
  /** The file identifier, which is part of the key. */
  id: string
}

/** Whether a PDF is marked as encrypted. */
export function isEncrypted({ context }: PdfReading): boolean {
  return context.lookup(context.trailerInfo.Encrypt) instanceof PDFDict
}

/**
 * Finds what opens an encrypted PDF.
 *
 * @param password as typed, maybe with spaces between groups of digits
 */
export async function findKey(reading: PdfReading, password: string | undefined): Promise<Key> {
  const lock = lockOf(reading)
  if (lock === null) return 'no password'
  const typed = password === undefined ? [] : [password, password.trim(), password.replaceAll(/\s/gu, '')]
  // Tried on a file of the encryption dictionary alone: the whole one may be long.
  const empty = Buffer.from(`${EMPTY_PDF}${trailerOf(lock)}`, 'latin1')
  for (const candidate of new Set(['', ...typed])) {
    try {
      await PDFDocument.load(empty, { password: candidate, updateMetadata: false })
      return { password: candidate }
    } catch (error) {
      if (!isWrongPassword(error)) return 'no password'
    }
  }
  return password === undefined ? 'a password' : 'another password'
}

/**
 * A decrypted copy of an encrypted PDF.
 *
 * @throws the library's errors where it cannot be read
 */
export async function unlockedCopy(
  bytes: Uint8Array,
  reading: PdfReading,
  password: string,
): Promise<Uint8Array> {
  const lock = lockOf(reading)
  if (lock === null) throw new Error('Nothing here is locked by a password.')
  const whole = Buffer.concat([bytes, Buffer.from(trailerOf(lock), 'latin1')])
  const { context } = await PDFDocument.load(whole, { password, updateMetadata: false, parseSpeed: Infinity })
  if (lock.encryption.get(name('EncryptMetadata')) === PDFBool.False) removeMetadata(context)
  return rewritePdf(context)
}

/** Metadata that was never encrypted is garbage after decryption. */
function removeMetadata(context: PDFContext): void {
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (object instanceof PDFRawStream && object.dict.get(name('Type')) === name('Metadata'))
      context.delete(ref)
  }
}

/** Null for what passwords do not open, and for files that only claim to be encrypted. */
function lockOf({ context }: PdfReading): Lock | null {
  const { Encrypt, ID } = context.trailerInfo
  const encryption = resolved(context, Encrypt)
  if (!(encryption instanceof PDFDict) || encryption.get(name('Filter')) !== name('Standard')) return null
  const numbers = ['V', 'R', 'P'].map((key) => encryption.get(name(key)))
  if (!numbers.every((number) => number instanceof PDFNumber)) return null
  const checks = ['O', 'U'].map((key) => encryption.get(name(key)))
  if (!checks.every((check) => isString(check) && check.asBytes().length >= 32)) return null
  const ids = context.lookup(ID)
  const [first] = ids instanceof PDFArray ? ids.asArray().map((each) => context.lookup(each)) : []
  return { encryption, id: isString(first) ? Buffer.from(first.asBytes()).toString('hex') : '' }
}

function isString(object: PDFObject | undefined): object is PDFString | PDFHexString {
  return object instanceof PDFString || object instanceof PDFHexString
}

/** Deep enough for the filters of an encryption dictionary. */
const DEEPEST = 4

function resolved(context: PDFContext, object: PDFObject | undefined, depth = 0): PDFObject | undefined {
  const found = object instanceof PDFRef ? context.lookup(object) : object
  if (!(found instanceof PDFDict) || depth > DEEPEST) return found
  const copy = context.obj({})
  for (const [key, value] of found.entries()) {
    const inside = resolved(context, value, depth + 1)
    if (inside !== undefined) copy.set(key, inside)
  }
  return copy
}

/** A trailer in Latin 1 that refers to the encryption dictionary; the last trailer counts. */
function trailerOf({ encryption, id }: Lock): string {
  return `\ntrailer\n<< /Encrypt ${String(encryption)} /ID [<${id}> <${id}>] >>\n`
}

function isWrongPassword(error: unknown): boolean {
  return error instanceof Error && ['NEEDS PASSWORD', 'Password incorrect'].includes(error.message)
}

/** Corrects mistakes of the library in files that it decrypts. */
class UnlockingParser extends RecordingParser {
  /** Cross-reference tables are never encrypted, so they must not be decrypted. */
  protected override parseDictOrStream(ref?: PDFRef): PDFDict | PDFStream {
    const start = this.bytes.offset()
    const object = super.parseDictOrStream(ref)
    if (!isTable(object)) return object
    this.bytes.moveTo(start)
    return super.parseDictOrStream()
  }

  /** The library stores a literal string decrypted and writes it without escapes, so that a bracket would end it. */
  protected override parseString(ref?: PDFRef): PDFString {
    const string = super.parseString(ref)
    if (ref === undefined || !this.context.isDecrypted) return string
    return PDFString.of(escaped(string.asString()))
  }
}

function isTable(object: PDFObject): boolean {
  return object instanceof PDFRawStream && object.dict.get(name('Type')) === name('XRef')
}

function escaped(bytes: string): string {
  return bytes.replaceAll(/[\\()\r]/gu, (char) => (char === '\r' ? String.raw`\r` : `\\${char}`))
}

// The library creates the parser of a file that it opens here.
PDFParser.forBytesWithOptions = (...options) => new UnlockingParser(...options)

import { fileTypes, type FileType } from '#domain/documents/file-types.ts'

/** What some file system, shell or header reads as more than a letter. */
const UNSAFE = /[\\/:*?"<>|\p{Cc}\p{Cs}]/gu
/** Invisible, and able to turn the order of letters around, so that "exe.pdf" reads as "fdp.exe". */
const INVISIBLE = /\p{Cf}/gu
const EDGES = /^[.\s]+|[.\s]+$/gu
const NOT_PLAIN = /[^\x20-\x7e]/gu
/** What RFC 5987 leaves unencoded, less what encodeURIComponent leaves beyond it. */
const BEYOND_RFC_5987 = /['()*]/gu
const MAX_LENGTH = 120
/** File systems take 255 bytes; the ending, and a number that a browser adds, need room too. */
const MAX_BYTES = 240

/** A text without what systems trip over in names. */
function cleaned(name: string): string {
  return name.replaceAll(INVISIBLE, '').replaceAll(UNSAFE, '_').normalize('NFC').replaceAll(EDGES, '')
}

/** A name for a folder that any system takes; what it begins with has to be harmless, and is what tells it apart. */
export function safeFolderName(name: string): string {
  return shortened(cleaned(name))
}

/**
 * A file name that any system takes: no path, nothing invisible, and the ending of what the file is, so that nothing
 * that was called "payslip.exe" is started by a double click.
 */
export function safeFileName(name: string, type: FileType): string {
  const { extensions } = fileTypes[type]
  const clean = cleaned(name)
  const ending = extensions.find((extension) => clean.toLowerCase().endsWith(extension))
  const stem = ending === undefined ? clean : clean.slice(0, -ending.length)
  return `${shortened(stem) || 'document'}${ending === undefined ? extensions[0] : clean.slice(-ending.length)}`
}

/** Cut between letters: half of a surrogate pair is no text. */
function shortened(stem: string): string {
  let short = ''
  for (const letter of [...stem].slice(0, MAX_LENGTH)) {
    if (Buffer.byteLength(short + letter) > MAX_BYTES) break
    short += letter
  }
  return short.replaceAll(EDGES, '')
}

/**
 * The Content-Disposition of a file (RFC 6266): its name in plain ASCII for old readers, and in full (RFC 5987) for
 * all others.
 *
 * @param name a safe file name
 */
export function contentDisposition(kind: 'attachment' | 'inline', name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll(NOT_PLAIN, '_')
  const full = encodeURIComponent(name).replaceAll(
    BEYOND_RFC_5987,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain.replaceAll('%', '_')}"; filename*=UTF-8''${full}`
}

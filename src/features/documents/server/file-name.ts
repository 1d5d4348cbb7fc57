import { withoutEnd } from '#base/rules/input/without-end.ts'
import { fileTypes, type FileType } from '#base/rules/files/file-types.ts'

/** Characters with a special meaning to a file system, a shell or a header. */
const UNSAFE = /[\\/:*?"<>|\p{Cc}\p{Cs}]/gu
/** Invisible characters; some reverse the direction of text, so that "exe.pdf" reads as "fdp.exe". */
const INVISIBLE = /\p{Cf}/gu
const NOT_PLAIN = /[^\x20-\x7e]/gu
/** What encodeURIComponent leaves as it is and RFC 5987 does not. */
const BEYOND_RFC_5987 = /['()*]/gu
const MAX_LENGTH = 120
/** File systems allow 255 bytes; the extension and a number that a browser adds need some of them. */
const MAX_BYTES = 240

/** Removes characters that systems reject in names. */
function cleaned(name: string): string {
  return withoutEdges(name.replaceAll(INVISIBLE, '').replaceAll(UNSAFE, '_').normalize('NFC'))
}

function withoutEdges(name: string): string {
  return withoutEnd(name.replace(/^[.\s]+/u, ''), /[.\s]/u)
}

/**
 * A folder name that every system accepts.
 *
 * @param name starts with a harmless part that makes it unique
 */
export function safeFolderName(name: string): string {
  return shortened(cleaned(name))
}

/**
 * A file name that every system accepts: no path, nothing invisible, and the extension of the detected type, so that
 * "payslip.exe" cannot be started by a double click.
 */
export function safeFileName(name: string, type: FileType): string {
  const { extensions } = fileTypes[type]
  const clean = cleaned(name)
  const ending = extensions.find((extension) => clean.toLowerCase().endsWith(extension))
  const stem = ending === undefined ? clean : clean.slice(0, -ending.length)
  return `${shortened(stem) || 'document'}${ending === undefined ? extensions[0] : clean.slice(-ending.length)}`
}

/** Never cuts a surrogate pair in half. */
function shortened(stem: string): string {
  let short = ''
  for (const letter of [...stem].slice(0, MAX_LENGTH)) {
    if (Buffer.byteLength(short + letter) > MAX_BYTES) break
    short += letter
  }
  return withoutEdges(short)
}

/**
 * The Content-Disposition header of a file (RFC 6266), with an ASCII name and the full one (RFC 5987).
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

import type { Cell } from '#base/rules/tables/cells.ts'

/** Excel's way to force a text: ="0181". */
const FORCED_TEXT = /^="((?:[^"]|"")*)"$/u
/** An apostrophe in front of a number, which spreadsheets hide. */
const HIDDEN_APOSTROPHE = /^'(?=\+?[\d ()-]+$)/u

/** A cell with a text as the program that wrote it meant it; null where nothing is left. */
export function textCell(raw: string): Cell | null {
  const [, forced] = FORCED_TEXT.exec(raw) ?? []
  const text = (forced?.replaceAll('""', '"') ?? raw)
    .replace(HIDDEN_APOSTROPHE, '')
    .replaceAll(/\r\n?/gu, '\n')
    .trim()
  return text === '' ? null : { kind: 'text', text }
}

/** Decodes the characters that workbooks write as _x000D_; "_x005F_" is an underscore (ECMA-376, part 1, 22.9.2.19). */
export function decodeXstring(text: string): string {
  if (!text.includes('_x')) return text
  return text.replaceAll(/_x([\dA-Fa-f]{4})_/gu, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

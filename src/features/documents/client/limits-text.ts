import { fileTypes } from '#base/rules/files/file-types.ts'
import {
  documentKinds,
  inMegabytes,
  type DocumentKindName,
} from '#features/applications/rules/documents/kinds.ts'

function listed(text: readonly string[]): string {
  return text.length < 2 ? text.join('') : `${text.slice(0, -1).join(', ')} or ${text.at(-1)}`
}

/**
 * The limits as a hint: "PDF, JPEG or PNG, at most 2 MB each, up to 6 files".
 *
 * @param maxCount overrides the kind's; with Infinity no number is named
 */
export function limitsText(kind: DocumentKindName, maxCount = documentKinds[kind].maxCount): string {
  const { types, maxBytes } = documentKinds[kind]
  const size = `${inMegabytes(maxBytes)} MB`
  const names = listed(types.map((type) => fileTypes[type].label))
  if (maxCount === 1) return `${names}, one file of at most ${size}`
  const each = `${names}, at most ${size} each`
  return Number.isFinite(maxCount) ? `${each}, up to ${maxCount} files` : each
}

import { fileTypes } from '#domain/documents/file-types.ts'
import { documentKinds, inMegabytes, type DocumentKindName } from '#domain/documents/kinds.ts'

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

/**
 * What may be uploaded, for the hint under an uploader: "PDF, JPEG or PNG, at most 2 MB each, up to 6 files".
 *
 * @param maxCount how many, where that is not what the kind allows
 */
export function limitsText(kind: DocumentKindName, maxCount = documentKinds[kind].maxCount): string {
  const { types, maxBytes } = documentKinds[kind]
  const size = `${inMegabytes(maxBytes)} MB`
  const names = listed(types.map((type) => fileTypes[type].label))
  return maxCount === 1
    ? `${names}, one file of at most ${size}`
    : `${names}, at most ${size} each, up to ${maxCount} files`
}

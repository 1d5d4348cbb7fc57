import { documentKinds, type DocumentKindName } from '#domain/documents/kinds.ts'
import { countProblem, fileProblem, type FileFacts, type UploadMessage } from '#domain/documents/messages.ts'
import { isPicture } from '#domain/documents/file-types.ts'

/** What becomes of the files that somebody chose. */
export interface SortedFiles<Chosen> {
  admitted: Chosen[]
  /** Why the others are left out, in the order in which they were chosen. */
  refused: UploadMessage[]
}

/** A picture above this many bytes is not even opened: a phone would run out of memory. */
const WORTH_SCALING_BYTES = 60 * 1024 * 1024

/** Whether a file is only too large for its kind, and is a picture that can be made to fit. */
export function needsScaling(kind: DocumentKindName, file: { type: string; size: number }): boolean {
  const { maxBytes } = documentKinds[kind]
  return isPicture(file.type) && file.size > maxBytes && file.size <= WORTH_SCALING_BYTES
}

/**
 * Judges chosen files by their kind's limits (specification section 5). Each unsuitable one is skipped; if those
 * that remain are more than there is room for, none is taken, so that nobody has to guess which were.
 *
 * @param present how many files of the kind there are, those on their way included
 */
export function sortFiles<Chosen extends FileFacts>(
  kind: DocumentKindName,
  present: number,
  files: readonly Chosen[],
): SortedFiles<Chosen> {
  const refused: UploadMessage[] = []
  const suitable = files.filter((file) => {
    const refusal = refusalOfChosen(kind, file)
    if (refusal !== null) refused.push(refusal)
    return refusal === null
  })
  const tooMany = suitable.length === 0 ? null : countProblem(kind, present, suitable.length)
  return tooMany === null ? { admitted: suitable, refused } : { admitted: [], refused: [...refused, tooMany] }
}

function refusalOfChosen(kind: DocumentKindName, { name, type, size }: FileFacts) {
  const { maxBytes } = documentKinds[kind]
  return fileProblem(kind, { name, type, size: needsScaling(kind, { type, size }) ? maxBytes : size })
}

import { documentKinds, type DocumentKindName } from '#features/applications/rules/documents/kinds.ts'
import {
  countProblem,
  fileProblem,
  type FileFacts,
  type UploadMessage,
} from '#features/documents/rules/messages.ts'
import { isPicture } from '#base/rules/files/file-types.ts'

/** The admitted and rejected ones of the chosen files. */
export interface SortedFiles<Chosen> {
  admitted: Chosen[]
  /** Why the others are left out, in the chosen order. */
  refused: UploadMessage[]
}

/** The maximum size of a picture to scale down, in bytes: phones would run out of memory. */
const WORTH_SCALING_BYTES = 60 * 1024 * 1024

/** Whether a picture is only too large and can be scaled down. */
export function needsScaling(kind: DocumentKindName, file: { type: string; size: number }): boolean {
  const { maxBytes } = documentKinds[kind]
  return isPicture(file.type) && file.size > maxBytes && file.size <= WORTH_SCALING_BYTES
}

/**
 * Checks chosen files against their kind's limits (specification section 5). Unsuitable ones are skipped; if the rest
 * exceed the limit, none is taken, so that users need not guess which were.
 *
 * @param present the number of files of the kind, uploads included
 */
export function sortFiles<Chosen extends FileFacts>(
  kind: DocumentKindName,
  present: number,
  files: readonly Chosen[],
): SortedFiles<Chosen> {
  const refused: UploadMessage[] = []
  const suitable = files.filter((file) => {
    const rejection = rejectionOf(kind, file)
    if (rejection !== null) refused.push(rejection)
    return rejection === null
  })
  const tooMany = suitable.length === 0 ? null : countProblem(kind, present, suitable.length)
  return tooMany === null ? { admitted: suitable, refused } : { admitted: [], refused: [...refused, tooMany] }
}

function rejectionOf(kind: DocumentKindName, { name, type, size }: FileFacts) {
  const { maxBytes } = documentKinds[kind]
  return fileProblem(kind, { name, type, size: needsScaling(kind, { type, size }) ? maxBytes : size })
}

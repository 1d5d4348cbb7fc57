import { documentKinds } from '#domain/documents/kinds.ts'
import { fileProblem, type UploadMessage } from '#domain/documents/messages.ts'
import { formatFileSize } from '#client/ui/file-size.ts'
import { needsScaling } from './sort-files.ts'
import type { ClientKind } from '#domain/documents/kinds.ts'

/** A file that may be sent, with what there is to say about it; or why it may not. */
export type Fitted = { file: File; note: string | null } | { file: null; refusal: UploadMessage }

export type Scale = (file: File, maxBytes: number) => Promise<File | null>

/** Makes a picture smaller where it is too large for its kind; every other file is as it is. */
export async function fitFile(kind: ClientKind, file: File, scale: Scale): Promise<Fitted> {
  if (!needsScaling(kind, file)) return { file, note: null }
  const smaller = await scale(file, documentKinds[kind].maxBytes)
  if (smaller === null) {
    // Few browsers open HEIC or TIFF; the server converts them.
    const refusal = fileProblem(kind, file)
    return refusal === null ? { file, note: null } : { file: null, refusal }
  }
  const sizes = `${formatFileSize(file.size)} to ${formatFileSize(smaller.size)}`
  return { file: smaller, note: `We reduced ${file.name} from ${sizes} so that it fits.` }
}

import { documentKinds } from '#features/applications/rules/documents/kinds.ts'
import { fileProblem, type UploadMessage } from '#features/documents/rules/messages.ts'
import { formatFileSize } from '#base/client/ui/file-size.ts'
import { needsScaling } from './sort-files.ts'
import type { ClientKind } from '#features/applications/rules/documents/kinds.ts'

/** A file to send, with an optional note; or why it cannot be sent. */
export type Fitted = { file: File; note: string | null } | { file: null; rejection: UploadMessage }

export type Scale = (file: File, maxBytes: number) => Promise<File | null>

/** Scales down a picture that is too large for its kind; other files are unchanged. */
export async function fitFile(kind: ClientKind, file: File, scale: Scale): Promise<Fitted> {
  if (!needsScaling(kind, file)) return { file, note: null }
  const smaller = await scale(file, documentKinds[kind].maxBytes)
  if (smaller === null) {
    // Few browsers open HEIC or TIFF; the server converts them.
    const rejection = fileProblem(kind, file)
    return rejection === null ? { file, note: null } : { file: null, rejection }
  }
  const sizes = `${formatFileSize(file.size)} to ${formatFileSize(smaller.size)}`
  return { file: smaller, note: `We reduced ${file.name} from ${sizes} so that it fits.` }
}

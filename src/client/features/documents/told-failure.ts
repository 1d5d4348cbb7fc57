import type { UploadMessage } from '#domain/documents/messages.ts'
import { ApiError, detailOf, isAbort, UnreadableFileError } from '#client/shared/lib/api.ts'
import { UploadFailure } from './upload-failure.ts'
import type { ClientKind } from '#domain/documents/kinds.ts'
import { uploadKinds } from './upload-kinds.ts'

/** How a failure is told: in the words of the catalogue as a notification, in plain ones beside the file. */
export interface ToldFailure {
  message: UploadMessage
  plain: string
  /** The file arrived: only its registration has to be asked for again. */
  registerAgain: boolean
}

/** What to tell about an upload that ended early; null where its client ended it, or is signed out. */
export function toldFailure(kind: ClientKind, fileName: string, error: unknown): ToldFailure | null {
  if (isAbort(error)) return null
  if (!(error instanceof UploadFailure)) {
    const plain = error instanceof Error ? error.message : String(error)
    return { message: { title: 'Upload failed', description: plain }, plain, registerAgain: false }
  }
  if (error.signedOut) return null
  if (error.cause instanceof UnreadableFileError) {
    const { detail } = error.cause
    const message = { title: 'Upload failed', description: `${fileName}: ${detail}` }
    return { message, plain: detail, registerAgain: false }
  }
  return {
    message: uploadKinds[kind].failed(error, fileName),
    plain: plainWords(error.cause),
    registerAgain: error.mayHaveArrived,
  }
}

/** What is wrong with a field, its name say: beside a file there is no field that could be marked. */
function plainWords(error: unknown): string {
  const [wrongField] = error instanceof ApiError ? Object.values(error.fields) : []
  return wrongField ?? detailOf(error)
}

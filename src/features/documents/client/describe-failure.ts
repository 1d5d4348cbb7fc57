import type { UploadMessage } from '#features/documents/rules/messages.ts'
import { ApiError, detailOf, isAbort, UnreadableFileError } from '#base/client/lib/api.ts'
import { UploadFailure } from './upload-failure.ts'
import type { ClientKind } from '#features/applications/rules/documents/kinds.ts'
import { uploadKinds } from './upload-kinds.ts'

/** The texts of a failed upload: the catalogue's for the toast, a plain one beside the file. */
export interface FailureReport {
  message: UploadMessage
  plain: string
  /** The file arrived; only its registration is to be repeated. */
  registerAgain: boolean
  /** The same file would fail again. */
  isFinal: boolean
}

/** The report of a failed upload; null if its client cancelled it or is signed out. */
export function describeFailure(kind: ClientKind, fileName: string, error: unknown): FailureReport | null {
  if (isAbort(error)) return null
  if (!(error instanceof UploadFailure)) {
    const plain = error instanceof Error ? error.message : String(error)
    return {
      message: { title: 'Upload failed', description: plain },
      plain,
      registerAgain: false,
      isFinal: false,
    }
  }
  if (error.signedOut) return null
  if (error.cause instanceof UnreadableFileError) {
    const { detail } = error.cause
    const message = { title: 'Upload failed', description: `${fileName}: ${detail}` }
    return { message, plain: detail, registerAgain: false, isFinal: true }
  }
  return {
    message: uploadKinds[kind].failed(error, fileName),
    plain: plainText(error.cause),
    registerAgain: error.mayHaveArrived,
    isFinal: error.isFinal,
  }
}

/** The field error, such as of the name: a file has no field to mark. */
function plainText(error: unknown): string {
  const [wrongField] = error instanceof ApiError ? Object.values(error.fields) : []
  return wrongField ?? detailOf(error)
}

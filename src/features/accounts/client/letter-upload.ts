import { useEffect, useRef, useState } from 'react'
import { fileProblem } from '#features/documents/rules/messages.ts'
import { ApiError, call, detailOf, isAbort } from '#base/client/lib/api.ts'
import { identified } from '#features/documents/client/file-facts.ts'
import { uploadFile } from '#base/client/lib/upload-file.ts'
import { toast } from '#base/client/ui/toast-store.ts'

/** The upload of a FAIS document. */
export type LetterUpload =
  | { state: 'none' }
  | { state: 'uploading'; file: File; percent: number }
  /** Sent and being registered. */
  | { state: 'checking'; file: File }
  /** `address` is registered. */
  | { state: 'done'; file: File; address: string }
  | { state: 'failed'; file: File; message: string }

/**
 * Uploads a FAIS document (specification section 7).
 *
 * @param register registers the uploaded file at once; left out if a form does that later
 */
export function useLetterUpload(register?: (address: string) => Promise<void>) {
  const [upload, setUpload] = useState<LetterUpload>({ state: 'none' })
  const sending = useRef<AbortController | null>(null)
  useEffect(() => () => sending.current?.abort(), [])
  const clear = () => {
    sending.current?.abort()
    setUpload({ state: 'none' })
  }
  const send = async (file: File) => {
    sending.current?.abort()
    const controller = new AbortController()
    sending.current = controller
    setUpload({ state: 'uploading', file, percent: 0 })
    try {
      const address = await sendLetter(file, controller.signal, (share) =>
        setUpload({ state: 'uploading', file, percent: share * 100 }),
      )
      if (register === undefined) {
        setUpload({ state: 'done', file, address })
        return
      }
      setUpload({ state: 'checking', file })
      await register(address)
      setUpload({ state: 'none' })
    } catch (error) {
      if (isAbort(error)) return
      const message = failureText(error)
      setUpload({ state: 'failed', file, message })
      toast({ variant: 'destructive', title: 'Upload failed', description: message })
    }
  }
  const choose = async ([chosen]: readonly File[]) => {
    if (chosen === undefined) return
    const file = await identified(chosen)
    const rejection = fileProblem('staffFais', file)
    if (rejection !== null) {
      toast({ variant: 'destructive', ...rejection })
      return
    }
    await send(file)
  }
  return {
    upload,
    choose: (files: readonly File[]) => void choose(files),
    clear,
    retry: (file: File) => void send(file),
  }
}

const NO_ADDRESS = 'Failed to get upload URL for FAIS document'

/**
 * Requests a signed address and uploads the file.
 *
 * @returns the address without its secret part
 */
async function sendLetter(
  file: File,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<string> {
  const { uploadURL } = await askAddress(file, signal)
  await uploadFile(uploadURL, file, { signal, onProgress })
  return uploadURL.split('?')[0] ?? uploadURL
}

async function askAddress(file: File, signal: AbortSignal): Promise<{ uploadURL: string }> {
  try {
    return await call('POST /api/fais-documents/upload', { body: { size: file.size }, signal })
  } catch (error) {
    if (isAbort(error)) throw error
    throw new Error(NO_ADDRESS, { cause: error })
  }
}

/** Specification section 8: the store's status text, or our own text if no address was given. */
function failureText(error: unknown): string {
  if (error instanceof ApiError) return error.statusText || detailOf(error)
  return error instanceof Error ? error.message : NO_ADDRESS
}

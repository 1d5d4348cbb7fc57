import type { AnswerOf, BodyOf } from '#base/rules/api/contract.ts'
import { photoTypeNames } from '#features/documents/rules/phone-links.ts'
import { call } from '#base/client/lib/api.ts'
import { isElsewhere, uploadFile } from '#base/client/lib/upload-file.ts'
import { withoutQuery, type Sending, type SendingObserver } from '../send-file.ts'
import { atStage } from '../upload-failure.ts'

/** An opened link, with the secret of this phone. */
export type OpenedLink = AnswerOf<'POST /api/phone'>

type PhotoType = BodyOf<'POST /api/phone/upload'>['contentType']

function photoTypeOf({ type }: File): PhotoType {
  return photoTypeNames.find((name) => name === type) ?? 'image/jpeg'
}

/**
 * Sends a photo for the question of an opened link.
 *
 * @throws UploadFailure naming the failed call, or AbortError
 */
export async function sendPhoto(
  { secret }: OpenedLink,
  { file, sentTo }: Pick<Sending, 'file' | 'sentTo'>,
  { signal, onProgress, onSent }: SendingObserver,
): Promise<void> {
  const address = sentTo ?? (await transfer())
  onSent(address)
  await atStage('register', () =>
    call('PUT /api/phone/file', { body: { secret, fileURL: withoutQuery(address), fileName: file.name } }),
  )

  async function transfer(): Promise<string> {
    const body = { secret, contentType: photoTypeOf(file), size: file.size }
    const { uploadURL } = await atStage('address', () => call('POST /api/phone/upload', { body, signal }))
    const headers: Record<string, string> = isElsewhere(uploadURL) ? {} : { 'x-phone': secret }
    await atStage('transfer', () => uploadFile(uploadURL, file, { signal, onProgress, headers }))
    return uploadURL
  }
}

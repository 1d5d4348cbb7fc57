import type { HttpSession } from './http.ts'
import { makePdf } from './files.ts'
import { isTaken, send } from './uploads.ts'

/** Sends a FAIS document as one who looks after the accounts does. @returns the address to register it by */
export async function sendLetter(session: HttpSession, bytes?: Buffer): Promise<string> {
  const answer = await session.post('/api/fais-documents/upload')
  if (answer.status !== 200) throw new Error(`No address: ${answer.status} ${answer.text}`)
  const { uploadURL } = answer.body as { uploadURL: string }
  const sent = await send(session, uploadURL, { bytes: bytes ?? (await makePdf()), type: 'application/pdf' })
  if (!isTaken(sent)) throw new Error(`Not taken: ${sent.status} ${sent.bytes.toString()}`)
  return uploadURL.split('?')[0] ?? ''
}

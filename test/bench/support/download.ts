import { request, type IncomingMessage } from 'node:http'
import type { BenchServer } from './server.ts'

/** A file that was downloaded. */
export interface Download {
  bytes: number
  firstByteMs: number
  seconds: number
}

/** Downloads a file as a browser does, and discards it. @throws Error for another status than 200 */
export async function download(
  { url }: BenchServer,
  path: string,
  headers: Record<string, string>,
): Promise<Download> {
  const begun = performance.now()
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(new URL(path, url), { headers }, resolve).once('error', reject).end()
  })
  if (answer.statusCode !== 200) throw new Error(`The download was answered with ${answer.statusCode}.`)
  let bytes = 0
  let firstByteMs = 0
  for await (const chunk of answer) {
    if (bytes === 0) firstByteMs = performance.now() - begun
    bytes += (chunk as Buffer).length
  }
  return { bytes, firstByteMs, seconds: (performance.now() - begun) / 1000 }
}

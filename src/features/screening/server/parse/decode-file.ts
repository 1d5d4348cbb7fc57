import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { CHUNK } from './text-lines.ts'

/** The encoding of a file: by its byte order mark, else UTF-8 where all of it is valid, else Windows-1252. */
async function encodingOf(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0)
    if (buffer[0] === 0xff && buffer[1] === 0xfe) return 'utf-16le'
    if (buffer[0] === 0xfe && buffer[1] === 0xff) return 'utf-16be'
  } finally {
    await file.close()
  }
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of createReadStream(path)) decoder.decode(chunk as Uint8Array, { stream: true })
    decoder.decode()
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

/** The text of a file in chunks, without a byte order mark. */
export async function* decodeFile(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(await encodingOf(path))
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK })) {
    yield decoder.decode(chunk as Uint8Array, { stream: true })
  }
  yield decoder.decode()
}

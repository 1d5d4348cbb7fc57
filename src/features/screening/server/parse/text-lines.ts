import { createReadStream } from 'node:fs'

/** Characters that are read at once: few, so that other requests are answered in between. */
export const CHUNK = 16_384

/** The lines of a file, with all of a chunk at once. */
export async function* textLines(file: string): AsyncGenerator<string[]> {
  let rest = ''
  const chunks = createReadStream(file, { encoding: 'utf8', highWaterMark: CHUNK })
  for await (const chunk of chunks as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield lines
  }
}

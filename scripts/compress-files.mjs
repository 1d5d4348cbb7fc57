import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/** What shrinks; fonts and photos are compressed already. */
const TEXT = /\.(?:m?js|css|svg|wasm)$/

/**
 * Leaves a copy in each encoding beside every file of a folder that shrinks, made once as small as it goes: the server
 * sends them as they are.
 */
export async function compressFiles(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((file) => TEXT.test(file))
  await Promise.all(
    files.map(async (name) => {
      const file = path.join(folder, name)
      const content = readFileSync(file)
      writeFileSync(`${file}.br`, await brotli(content))
      writeFileSync(`${file}.gz`, await gzip(content, { level: 9 }))
    }),
  )
}

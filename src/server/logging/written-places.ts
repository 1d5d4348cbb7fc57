import { readFileSync } from 'node:fs'
import path from 'node:path'
import { productFile } from '#server/product-file.ts'

/** A place in what is built of the server, as V8 names it. */
const BUILT_PLACE = /[^\s()]*\/dist\/server\/([\w.-]+\.mjs):(\d+):\d+/gu
const NEWLINE = 0x0a

/** Where the lines of a built file come from, as rolldown.config.ts leaves it beside the file. */
interface Origins {
  sources: string[]
  /** Two numbers for each line: of its source, and of the line in it. */
  lines: Uint16Array
}

const read = new Map<string, Origins | null>()

/** The places of a stack as they were written, since nobody knows the lines of what was built. What has no known origin stays. */
export function writtenPlaces(stack: string, folder = productFile('dist/server')): string {
  return stack.replaceAll(BUILT_PLACE, (place, file: string, line: string) => {
    const origins = read.get(file) ?? readOrigins(path.join(folder, `${file}.lines`))
    read.set(file, origins)
    const [source = 0, written = 0] = origins?.lines.subarray(2 * Number(line) - 2) ?? []
    return written === 0 ? place : `${path.join(folder, '../..', origins?.sources[source] ?? '')}:${written}`
  })
}

/** Null where they cannot be read, for want of open files say: what went wrong is to be logged all the same. */
function readOrigins(file: string): Origins | null {
  try {
    const bytes = readFileSync(file)
    const end = bytes.indexOf(NEWLINE)
    return {
      sources: JSON.parse(bytes.toString('utf8', 0, end)) as string[],
      lines: new Uint16Array(Uint8Array.from(bytes.subarray(end + 1)).buffer),
    }
  } catch {
    return null
  }
}

import { SaxesParser } from 'saxes'
import { cleanText } from './entry-builder.ts'
import { ListError } from './list-error.ts'

const MAX_DEPTH = 32
/** Characters without a tag: longer ones are no list, and would fill the memory. */
const MAX_TEXT = 65_536

/** What a list does with its elements, by their local names. */
export interface XmlReader<Entry> {
  /** A begun element. */
  opened: (name: string, depth: number, attributes: Readonly<Record<string, string>>, line: number) => void
  /** An ended element with its text. @returns an entry that is complete */
  closed: (name: string, parent: string, text: string) => Entry | null
}

/**
 * The entries of each chunk.
 *
 * @throws ListError for a document type, deep nesting, endless texts, and a file that was cut off
 */
export async function* readXml<Entry>(
  chunks: AsyncIterable<string>,
  { opened, closed }: XmlReader<Entry>,
): AsyncGenerator<Entry[]> {
  const read: Entry[] = []
  const parser = new SaxesParser()
  const path: string[] = []
  let text = ''
  let sinceTag = 0
  let isAtEnd = false
  const fail = (reason: string): never => {
    throw new ListError(reason, { line: parser.line, column: parser.column })
  }
  parser.on('error', ({ message }) => {
    if (isAtEnd)
      throw new ListError(`The file ends in the middle of an entry (line ${parser.line}): download it again.`)
    fail(`The file is not valid XML: ${message.replace(/^[\d:]+ /u, '')}`)
  })
  parser.on('doctype', () => fail('The file has a document type, which lists don’t have.'))
  const addText = (part: string) => {
    text += part
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('opentag', ({ name, attributes }) => {
    sinceTag = 0
    path.push(localName(name))
    if (path.length > MAX_DEPTH) fail('The file is nested too deeply.')
    text = ''
    opened(localName(name), path.length, attributes, parser.line)
  })
  parser.on('closetag', ({ name }) => {
    sinceTag = 0
    path.pop()
    const entry = closed(localName(name), path.at(-1) ?? '', cleanText(text))
    if (entry !== null) read.push(entry)
    text = ''
  })
  for await (const chunk of chunks) {
    sinceTag += chunk.length
    parser.write(chunk)
    if (Math.max(sinceTag, text.length) > 4 * MAX_TEXT) fail('An element of the file is too long.')
    yield read.splice(0)
  }
  isAtEnd = true
  parser.close()
  yield read.splice(0)
}

/** Prefixes of namespaces differ by year. */
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

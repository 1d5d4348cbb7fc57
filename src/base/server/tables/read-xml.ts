import { SaxesParser } from 'saxes'
import type { Parts } from './read-zip.ts'
import { UnreadableTableError } from './table.ts'

/** Handlers of elements by their local names. */
export interface XmlHandlers {
  open: (name: string, attributes: Readonly<Record<string, string>>) => void
  close?: (name: string) => void
  text?: (text: string) => void
}

/**
 * Streams a part of a workbook through an XML parser. No entities are defined and no links followed.
 *
 * @throws UnreadableTableError for invalid XML and for document type declarations
 */
export async function readXml(parts: Parts, part: string, handlers: XmlHandlers): Promise<void> {
  const parser = new SaxesParser({ xmlns: false })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('doctype', () => {
    throw new UnreadableTableError(
      'This workbook contains declarations that no spreadsheet writes, so it was not opened.',
    )
  })
  parser.on('opentag', ({ name, attributes }) => handlers.open(localName(name), attributes))
  parser.on('closetag', ({ name }) => handlers.close?.(localName(name)))
  if (handlers.text !== undefined) {
    parser.on('text', handlers.text)
    parser.on('cdata', handlers.text)
  }
  await parts.read(part, (text) => parser.write(text))
  parser.close()
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

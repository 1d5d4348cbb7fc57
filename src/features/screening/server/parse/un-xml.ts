import { SaxesParser } from 'saxes'
import { addBirth, addName, addText, cleanText, newEntry, type DraftEntry } from './entry-builder.ts'
import { ListError } from './list-error.ts'
import { mergeParts } from './merge-parts.ts'
import type { ParsedList } from './parsed-list.ts'

const MAX_DEPTH = 32
/** Characters without a tag: longer ones are no list, and would fill the memory. */
const MAX_TEXT = 65_536
const NAME_PARTS = new Set(['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'])
const SEXES: Readonly<Record<string, 'male' | 'female'>> = { male: 'male', female: 'female' }

/** What has been read of an entry: names come in parts, births and aliases as groups of elements. */
interface Open {
  entry: DraftEntry
  parts: string[]
  group: Map<string, string>
}

/**
 * Reads the consolidated list of the United Nations.
 *
 * @throws ListError for anything but that list: also for a document type, deep nesting and endless texts
 */
export function parseUnXml(chunks: AsyncIterable<string>, folder: string): ParsedList {
  const parts = async function* parts() {
    for await (const read of readXml(chunks, list)) {
      for (const part of read) yield { uid: part.uid, part }
    }
  }
  const list: ParsedList = {
    source: 'UN',
    // An id that occurs twice counts as it is last.
    entries: mergeParts(folder, parts(), (_, found) => found.at(-1) ?? null),
    generatedOn: null,
    unreadable: 0,
  }
  return list
}

/** The entries of each chunk. */
async function* readXml(chunks: AsyncIterable<string>, list: ParsedList): AsyncGenerator<DraftEntry[]> {
  const read: DraftEntry[] = []
  const parser = new SaxesParser()
  const path: string[] = []
  let open: Open | null = null
  let text = ''
  let sinceTag = 0
  const fail = (reason: string): never => {
    throw new ListError(reason, { line: parser.line, column: parser.column })
  }
  parser.on('error', ({ message }) => fail(`The file is not valid XML: ${message.replace(/^[\d:]+ /u, '')}`))
  parser.on('doctype', () => fail('The file has a document type, which lists don’t have.'))
  parser.on('text', (part) => {
    text += part
  })
  parser.on('cdata', (part) => {
    text += part
  })
  parser.on('opentag', ({ name, attributes }) => {
    sinceTag = 0
    if (path.length === 0) {
      if (name !== 'CONSOLIDATED_LIST')
        fail(`The file is not the United Nations’ list: it begins with <${name.slice(0, 40)}>.`)
      list.generatedOn = attributes['dateGenerated']?.slice(0, 10) ?? null
    }
    path.push(name)
    if (path.length > MAX_DEPTH) fail('The file is nested too deeply.')
    text = ''
    if (name === 'INDIVIDUAL' || name === 'ENTITY') {
      open = {
        entry: newEntry('', name === 'INDIVIDUAL' ? 'person' : 'organisation'),
        parts: [],
        group: new Map(),
      }
    }
    if (isGroup(name)) open?.group.clear()
  })
  parser.on('closetag', ({ name }) => {
    sinceTag = 0
    path.pop()
    if (open === null) return
    if (name === 'INDIVIDUAL' || name === 'ENTITY') {
      const entry = closed(open)
      if (entry === null) list.unreadable += 1
      else read.push(entry)
      open = null
    } else readElement(open, name, path.at(-1) ?? '', cleanText(text))
    text = ''
  })
  for await (const chunk of chunks) {
    sinceTag += chunk.length
    parser.write(chunk)
    if (Math.max(sinceTag, text.length) > 4 * MAX_TEXT) fail('An element of the file is too long.')
    yield read.splice(0)
  }
  parser.close()
  yield read.splice(0)
}

const isGroup = (name: string) => /_ALIAS$|_DATE_OF_BIRTH$|_DOCUMENT$/u.test(name)

function readElement({ entry, parts, group }: Open, name: string, parent: string, text: string): void {
  if (name.endsWith('_ALIAS')) return addAliases(entry, group)
  if (name === 'INDIVIDUAL_DATE_OF_BIRTH') return addDateOfBirth(entry, group)
  if (name === 'INDIVIDUAL_DOCUMENT') return addText(entry.documents, group.get('NUMBER'))
  if (isGroup(parent)) group.set(name, text)
  else if (name === 'DATAID') entry.uid = text
  else if (NAME_PARTS.has(name)) parts.push(text)
  else if (name === 'GENDER') entry.sex = SEXES[text.toLowerCase()] ?? null
  else if (name === 'VALUE' && parent === 'NATIONALITY') addText(entry.countries, text)
  else if (name === 'UN_LIST_TYPE') entry.programme = text
  else if (name === 'COMMENTS1') entry.remarks = text
}

function addAliases(entry: DraftEntry, group: Map<string, string>): void {
  const quality = group.get('QUALITY') === 'Low' ? 'weak' : 'strong'
  for (const name of (group.get('ALIAS_NAME') ?? '').split(';')) addName(entry, name, quality)
}

function addDateOfBirth(entry: DraftEntry, group: Map<string, string>): void {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/u.exec(group.get('DATE') ?? '') ?? []
  addBirth(entry, {
    year: year ?? (group.get('YEAR') || group.get('FROM_YEAR')),
    to: group.get('TO_YEAR') || undefined,
    month: month === undefined ? undefined : Number(month),
    day: day === undefined ? undefined : Number(day),
    about: group.get('TYPE_OF_DATE') === 'APPROXIMATELY',
  })
}

/** The entry that ends; null for one without id or name. */
function closed({ entry, parts }: Open): DraftEntry | null {
  const name = cleanText(parts.filter(Boolean).join(' '))
  if (name !== '')
    entry.names = [{ name, quality: 'primary' }, ...entry.names.filter((one) => one.name !== name)]
  return entry.uid === '' || entry.names.length === 0 ? null : entry
}

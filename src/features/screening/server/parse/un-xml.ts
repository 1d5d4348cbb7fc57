import {
  addBirth,
  addDetail,
  addDocument,
  addName,
  addNumbers,
  addRemarks,
  addText,
  cleanText,
  finishEntry,
  newEntry,
  type DraftEntry,
} from './entry-builder.ts'
import { mergeParts } from './merge-parts.ts'
import { numbersWithin } from './numbers-in.ts'
import type { ParsedList } from './parsed-list.ts'
import { readXml } from './read-xml.ts'

const NAME_PARTS = new Set(['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'])
const SEXES: Readonly<Record<string, 'male' | 'female'>> = { male: 'male', female: 'female' }
const ADDRESS = ['STREET', 'CITY', 'STATE_PROVINCE', 'ZIP_CODE', 'COUNTRY']

/** What has been read of an entry: names come in parts, births and aliases as groups of elements. */
interface Open {
  entry: DraftEntry
  parts: string[]
  group: Map<string, string>
}

/** Reads the consolidated list of the United Nations. */
export function parseUnXml(chunks: AsyncIterable<string>, folder: string): ParsedList {
  let open: Open | null = null
  const list: ParsedList = { source: 'UN', entries: noEntries(), generatedOn: null, unreadable: 0 }
  const parts = async function* parts() {
    const reader = {
      opened: (name: string, depth: number, attributes: Readonly<Record<string, string>>, line: number) => {
        if (depth === 1) list.generatedOn = attributes['dateGenerated']?.slice(0, 10) ?? null
        if (name === 'INDIVIDUAL' || name === 'ENTITY') {
          open = {
            entry: newEntry('', name === 'INDIVIDUAL' ? 'person' : 'organisation'),
            parts: [],
            group: new Map(),
          }
          addDetail(open.entry, 'file', String(line))
        }
        if (isGroup(name)) open?.group.clear()
      },
      closed: (name: string, parent: string, text: string) => {
        if (open === null) return null
        if (name !== 'INDIVIDUAL' && name !== 'ENTITY') {
          readElement(open, name, parent, text)
          return null
        }
        const entry = closed(open)
        if (entry === null) list.unreadable += 1
        open = null
        return entry
      },
    }
    for await (const read of readXml(chunks, reader)) {
      for (const part of read) yield { uid: part.uid, part }
    }
  }
  // An id that occurs twice counts as it is last.
  list.entries = mergeParts(folder, parts(), (_, found) => {
    const last = found.at(-1)
    return last === undefined ? null : finishEntry(last)
  })
  return list
}

async function* noEntries(): AsyncGenerator<never> {}

const isGroup = (name: string) => /_ALIAS$|_DATE_OF_BIRTH$|_PLACE_OF_BIRTH$|_DOCUMENT$|_ADDRESS$/u.test(name)

function readElement({ entry, parts, group }: Open, name: string, parent: string, text: string): void {
  if (isGroup(name)) addGroup(entry, name, group)
  else if (isGroup(parent)) group.set(name, text)
  else if (name === 'DATAID') entry.uid = text
  else if (NAME_PARTS.has(name)) parts.push(text)
  else if (name === 'GENDER') entry.sex = SEXES[text.toLowerCase()] ?? null
  else if (name === 'NAME_ORIGINAL_SCRIPT') addDetail(entry, 'originalScript', text)
  else if (name === 'REFERENCE_NUMBER') addDetail(entry, 'reference', text)
  else if (name === 'LISTED_ON') addDetail(entry, 'listedOn', text)
  else if (name === 'UN_LIST_TYPE') entry.programme = text
  else if (name === 'COMMENTS1') addRemarks(entry, text)
  else if (name === 'VALUE') addValue(entry, parent, text)
}

function addValue(entry: DraftEntry, parent: string, text: string): void {
  if (parent === 'NATIONALITY') addText(entry.countries, text)
  else if (parent === 'TITLE') addDetail(entry, 'title', text)
  else if (parent === 'DESIGNATION') addDetail(entry, 'position', text)
  else if (parent === 'LAST_DAY_UPDATED') addDetail(entry, 'changedOn', text)
}

function addGroup(entry: DraftEntry, name: string, group: ReadonlyMap<string, string>): void {
  const joined = () => ADDRESS.flatMap((part) => group.get(part) || []).join(', ')
  if (name.endsWith('_ALIAS')) {
    addName(entry, group.get('ALIAS_NAME'), group.get('QUALITY') === 'Low' ? 'weak' : 'strong')
  } else if (name.endsWith('_DATE_OF_BIRTH')) addDateOfBirth(entry, group)
  else if (name.endsWith('_DOCUMENT')) {
    addDocument(entry, group.get('NUMBER'))
    addNumbers(entry, numbersWithin(group.get('NOTE') ?? ''))
  } else if (name.endsWith('_PLACE_OF_BIRTH')) {
    addDetail(entry, 'birthTown', joined())
    addText(entry.birthCountries, group.get('COUNTRY'))
  } else addDetail(entry, 'addresses', joined())
  addRemarks(entry, group.get('NOTE'))
}

function addDateOfBirth(entry: DraftEntry, group: ReadonlyMap<string, string>): void {
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
  const aliases = entry.names
  entry.names = []
  addName(entry, cleanText(parts.filter(Boolean).join(' ')), 'primary')
  entry.names.push(...aliases.filter(({ name }) => entry.names.every((one) => one.name !== name)))
  return entry.uid === '' || entry.names.length === 0 ? null : entry
}

import {
  addDetail,
  addDocument,
  addName,
  addRemarks,
  addText,
  finishEntry,
  newEntry,
  type DraftEntry,
} from './entry-builder.ts'
import { mergeParts } from './merge-parts.ts'
import { addOfacBirths } from './ofac-births.ts'
import { ofacKinds } from './ofac-csv.ts'
import type { ParsedList } from './parsed-list.ts'
import { readXml } from './read-xml.ts'

const ADDRESS = ['address1', 'address2', 'address3', 'city', 'stateOrProvince', 'postalCode', 'country']
/** Groups of elements that belong together. */
const GROUPS = new Set(['aka', 'id', 'address', 'placeOfBirthItem'])

/** Reads OFAC's `SDN.XML`. */
export function parseOfacXml(chunks: AsyncIterable<string>, folder: string): ParsedList {
  let entry: DraftEntry | null = null
  let name: [string, string] = ['', '']
  const group = new Map<string, string>()
  const list: ParsedList = { source: 'OFAC', entries: noEntries(), generatedOn: null, unreadable: 0 }
  const end = (): DraftEntry | null => {
    const ended = entry
    entry = null
    if (ended === null) return null
    const aliases = ended.names
    ended.names = []
    addName(ended, name.filter(Boolean).join(' '), 'primary')
    ended.names.push(...aliases)
    if (ended.uid !== '' && ended.names.length > 0) return ended
    list.unreadable += 1
    return null
  }
  const reader = {
    opened: (element: string, _depth: number, _attributes: unknown, line: number) => {
      if (element === 'sdnEntry') {
        entry = newEntry('', 'organisation')
        addDetail(entry, 'file', String(line))
        name = ['', '']
      }
      if (GROUPS.has(element)) group.clear()
    },
    closed: (element: string, parent: string, text: string) => {
      if (element === 'Publish_Date') list.generatedOn = dayOf(text)
      if (entry === null) return null
      if (element === 'sdnEntry') return end()
      if (GROUPS.has(element)) addGroup(entry, element, group)
      else if (GROUPS.has(parent)) group.set(element, text)
      else if (parent === 'sdnEntry' && element === 'firstName') name[0] = text
      else if (parent === 'sdnEntry' && element === 'lastName') name[1] = text
      else addElement(entry, element, parent, text)
      return null
    },
  }
  const parts = async function* parts() {
    for await (const read of readXml(chunks, reader)) {
      for (const part of read) yield { uid: part.uid, part }
    }
  }
  list.entries = mergeParts(folder, parts(), (_, found) => {
    const last = found.at(-1)
    return last === undefined ? null : finishEntry(last)
  })
  return list
}

async function* noEntries(): AsyncGenerator<never> {}

function addElement(entry: DraftEntry, element: string, parent: string, text: string): void {
  if (element === 'uid' && parent === 'sdnEntry') entry.uid = text
  else if (element === 'sdnType') entry.kind = ofacKinds[text.toLowerCase()] ?? 'organisation'
  else if (element === 'program') entry.programme = [entry.programme, text].filter(Boolean).join(', ')
  else if (element === 'title') addDetail(entry, 'title', text)
  else if (element === 'remarks') addRemarks(entry, text)
  else if (element === 'dateOfBirth') addOfacBirths(entry, text)
  else if (element === 'country' && (parent === 'nationality' || parent === 'citizenship'))
    addText(entry.countries, text)
}

function addGroup(entry: DraftEntry, element: string, group: ReadonlyMap<string, string>): void {
  const field = (name: string) => group.get(name) ?? ''
  if (element === 'aka') {
    const alias = `${field('firstName')} ${field('lastName')}`.trim()
    addName(entry, alias, field('category') === 'weak' ? 'weak' : 'strong')
  } else if (element === 'placeOfBirthItem') addDetail(entry, 'birthTown', field('placeOfBirth'))
  else if (element === 'address') addDetail(entry, 'addresses', ADDRESS.map(field).filter(Boolean).join(', '))
  else if (field('idType') === 'Gender') entry.sex = field('idNumber') === 'Female' ? 'female' : 'male'
  else addDocument(entry, field('idNumber'))
}

/** "11/27/2026", the month first. */
function dayOf(text: string): string | null {
  const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/u.exec(text) ?? []
  return year === undefined ? null : `${year}-${month}-${day}`
}

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Edition } from '#features/screening/api/lists.ts'
import type { ListSource } from '#features/screening/rules/lists.ts'
import type { HttpAnswer, HttpSession } from '#test/support/http.ts'

/** A fictitious person on a list. */
export interface Listed {
  uid: string
  /** Given names and family name. */
  name: string
  aliases?: readonly { name: string; weak?: boolean }[]
  /** yyyy-MM-dd, or a year. */
  birth?: string
  about?: boolean
  country?: string
  passport?: string
  remark?: string
}

/** The people of the acceptance tests, and fillers. All are fictitious. */
export const fictitious: readonly Listed[] = [
  {
    uid: '690001',
    name: 'BAOBAB TESTPERSON',
    aliases: [{ name: 'Boabab Testpersoon' }],
    birth: '1970-03-12',
    country: 'Zambia',
    passport: 'ZN1234567',
  },
  { uid: '690002', name: 'KORHAAN MOSTERT-FICTIE', birth: '1962', about: true },
  { uid: '690003', name: 'PROTEA EXAMPLE', aliases: [{ name: 'Abu Fynbos', weak: true }] },
  ...Array.from({ length: 97 }, (_, index) => ({
    uid: String(690_100 + index),
    name: `Filler${String.fromCodePoint(97 + (index % 26))} Placeholdername${index}`,
    birth: String(1940 + (index % 50)),
  })),
]

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const element = (name: string, text: string) => `<${name}>${escape(text)}</${name}>`

function birthXml({ birth, about = false }: Listed): string {
  if (birth === undefined) return '<INDIVIDUAL_DATE_OF_BIRTH/>'
  const type = element('TYPE_OF_DATE', about ? 'APPROXIMATELY' : 'EXACT')
  const date = birth.length === 4 ? element('YEAR', birth) : element('DATE', birth)
  return `<INDIVIDUAL_DATE_OF_BIRTH>${type}${date}</INDIVIDUAL_DATE_OF_BIRTH>`
}

function personXml(listed: Listed): string {
  const { uid, name, aliases = [], country, passport, remark = '' } = listed
  const parts = name.split(' ')
  const names = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME']
  return [
    '<INDIVIDUAL>',
    element('DATAID', uid),
    ...parts.slice(0, 4).map((part, at) => element(names[at] ?? '', part)),
    element('UN_LIST_TYPE', 'Fictitious'),
    element('COMMENTS1', remark),
    country === undefined ? '' : `<NATIONALITY>${element('VALUE', country)}</NATIONALITY>`,
    ...aliases.map(
      (alias) =>
        `<INDIVIDUAL_ALIAS>${element('QUALITY', alias.weak === true ? 'Low' : 'Good')}${element('ALIAS_NAME', alias.name)}</INDIVIDUAL_ALIAS>`,
    ),
    birthXml(listed),
    passport === undefined
      ? ''
      : `<INDIVIDUAL_DOCUMENT>${element('TYPE_OF_DOCUMENT', 'Passport')}${element('NUMBER', passport)}</INDIVIDUAL_DOCUMENT>`,
    '</INDIVIDUAL>',
  ].join('\n')
}

/** A list in the United Nations' format. */
export function unList(people: readonly Listed[], generated = '2026-11-02'): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<CONSOLIDATED_LIST dateGenerated="${generated}T10:00:00.000Z"><INDIVIDUALS>
${people.map(personXml).join('\n')}
</INDIVIDUALS><ENTITIES/></CONSOLIDATED_LIST>`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const familyFirst = (name: string) => {
  const parts = name.split(' ')
  return `${parts.at(-1)}, ${parts.slice(0, -1).join(' ')}`
}

function remarksOf({ birth, about = false, country, passport, aliases = [], remark }: Listed): string {
  const [year = '', month = '1', day] = (birth ?? '').split('-')
  const date = day === undefined ? year : `${day} ${MONTHS[Number(month) - 1]} ${year}`
  return [
    ...(birth === undefined ? [] : [`DOB ${about ? 'circa ' : ''}${date}`]),
    ...(country === undefined ? [] : [`nationality ${country}`]),
    ...(passport === undefined ? [] : [`Passport ${passport} (Zambia)`]),
    ...aliases.flatMap(({ name, weak }) => (weak === true ? [`a.k.a. '${name}'`] : [])),
    ...(remark === undefined ? [] : [remark]),
  ].join('; ')
}

/** A list as OFAC's `sdn.csv` followed by its `alt.csv`. */
export function ofacList(people: readonly Listed[]): string {
  const empty = '-0- '
  const sdn = people.map((one) =>
    [
      one.uid,
      quoted(familyFirst(one.name)),
      'individual',
      quoted('FICTITIOUS'),
      ...Array.from({ length: 7 }, () => empty),
      quoted(`${remarksOf(one)}.`),
    ].join(','),
  )
  const alt = people.flatMap(({ uid, aliases = [] }) =>
    aliases.flatMap(({ name, weak }, at) =>
      weak === true ? [] : [[uid, String(at + 1), 'aka', quoted(familyFirst(name)), empty].join(',')],
    ),
  )
  return [...sdn, ...alt, '\u001A'].join('\r\n')
}

/** Sends a list's file. */
export function sendList(
  session: HttpSession,
  content: string | Buffer,
  dated?: string,
  shrunkReason?: string,
): Promise<HttpAnswer> {
  const query = new URLSearchParams({
    ...(dated !== undefined && { dated }),
    ...(shrunkReason !== undefined && { shrunkReason }),
  })
  return session.request('POST', `/api/system-admin/lists/file?${query.toString()}`, {
    body: content.toString(),
    headers: { 'content-type': 'application/octet-stream' },
  })
}

/** The lists of `test/truth`. */
export const TRUTH_LISTS = path.join(import.meta.dirname, '../../truth/lists')
/** The files of one list of OFAC. */
export const OFAC_FILES = ['sdn.csv', 'alt.csv', 'add.csv', 'sdn_comments.csv']

type Files = readonly string[]

/** Files that are refused, with the reason. */
export const refusedLists: [Files, string][] = [
  [['un-cut-off.xml'], 'The file ends in the middle of an entry (line 329): download it again.'],
  [['web-page.xml'], 'The file is a web page, not a list. (line 1, column 1)'],
  [['sdn_advanced.xml'], 'This is OFAC’s advanced file. Load SDN.XML, or sdn.csv with alt.csv.'],
  [['eu.xml'], 'This is the European Union’s XML file. Load the CSV (version 1.1).'],
  [
    ['ofsi-ended.csv'],
    'This is OFSI’s consolidated list, which ended in January 2026. Please load the UK Sanctions List. (line 1)',
  ],
  [
    ['firm-macroman.csv'],
    'Letters are broken (Gro§mann-Wei§). Save as CSV UTF-8, or send the Excel file. (line 3)',
  ],
  [
    ['firm-no-name-column.csv'],
    'This file has no column for names. Its columns are: uid, kind, surname, birth. (line 1)',
  ],
  [['alt.csv'], 'sdn.csv is missing. Load it together with alt.csv, add.csv and sdn_comments.csv.'],
]

/** Lists that are read, with what is in them. */
export const readableLists: [Files, { source: ListSource; entries: number; names: number }][] = [
  [['uk-2024.csv'], { source: 'UK', entries: 9, names: 10 }],
  [['uk-2026.csv'], { source: 'UK', entries: 9, names: 10 }],
  [['eu.csv'], { source: 'EU', entries: 13, names: 20 }],
  [['sdn.xml'], { source: 'OFAC', entries: 24, names: 36 }],
  [OFAC_FILES, { source: 'OFAC', entries: 24, names: 36 }],
  [['firm-comma-utf8.csv'], { source: 'FIRM', entries: 6, names: 8 }],
  [['firm-comma-bom.csv'], { source: 'FIRM', entries: 6, names: 8 }],
  [['firm-semicolon-1252.csv'], { source: 'FIRM', entries: 6, names: 8 }],
  [['firm-sep.csv'], { source: 'FIRM', entries: 6, names: 8 }],
  [['firm-slash-dates.csv'], { source: 'FIRM', entries: 6, names: 8 }],
  [['firm-unicode-text.txt'], { source: 'FIRM', entries: 6, names: 8 }],
  [['firm.xlsx'], { source: 'FIRM', entries: 6, names: 8 }],
]

/** Sends files of `test/truth`, as the form does. */
export async function sendFiles(
  { url: origin }: { url: string },
  session: HttpSession,
  names: readonly string[],
  shrunkReason = '',
): Promise<HttpAnswer> {
  const files = await Promise.all(names.map((name) => readFile(path.join(TRUTH_LISTS, name))))
  const query = new URLSearchParams({
    dated: '2026-11-27',
    files: JSON.stringify(names.map((name, at) => [name, files[at]?.length])),
    ...(shrunkReason !== '' && { shrunkReason }),
  })
  const url = new URL(`/api/system-admin/lists/file?${query.toString()}`, origin)
  const cookie = [...session.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(url, {
    method: 'POST',
    headers: { cookie, origin, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(Buffer.concat(files)),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) }
}

const secondPeople = new WeakMap<HttpSession, HttpSession>()

/** Who starts using a list as second person, where something is lost. */
export function setSecondPerson(session: HttpSession, second: HttpSession): void {
  secondPeople.set(session, second)
}

/** Loads a list and puts it in force, with a reason and a second person where these are needed. */
export async function bringInForce(session: HttpSession, content: string, dated?: string): Promise<Edition> {
  let loaded = await sendList(session, content, dated)
  if ((loaded.body as { code?: string }).code === 'list-small')
    loaded = await sendList(session, content, dated, 'A list for tests.')
  if (loaded.status !== 200) throw new Error(loaded.text)
  const { id, cautions } = loaded.body as Edition
  const starter = cautions.length > 0 ? (secondPeople.get(session) ?? session) : session
  const { status, text, body } = await starter.put(`/api/system-admin/lists/${id}/in-force`, undefined)
  if (status !== 200) throw new Error(text)
  return body as Edition
}

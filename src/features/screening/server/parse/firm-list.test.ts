import { readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { ListEntry } from '#features/screening/rules/lists.ts'
import { makeWorkbook, numberCell, rowOf, textCell } from '#test/support/make-workbook.ts'
import { ListError } from './list-error.ts'
import { parseList } from './parse-list.ts'

const FOLDER = path.join(import.meta.dirname, '../../../../../test/support/firm-lists')

async function entriesIn(name: string): Promise<ListEntry[]> {
  const list = await parseList([{ path: path.join(FOLDER, name), name }])
  expect(list.source).toBe('FIRM')
  return Array.fromAsync(list.entries)
}

async function errorOf(name: string): Promise<ListError> {
  const error: unknown = await entriesIn(name).catch((reason: unknown) => reason)
  if (!(error instanceof ListError)) throw new Error(`${name} was read.`)
  return error
}

test.each(['firm-ansi.csv', 'firm-semicolon.csv', 'firm-sep.csv'])('%s', async (name) => {
  expect(await entriesIn(name)).toMatchObject([
    {
      uid: 'F1',
      names: [{ name: 'Jürgen Großmann' }, { name: 'Yurgen' }, { name: 'J. Grossmann' }],
      births: [{ from: 1970, to: 1970, day: '1970-07-14' }],
      countries: ['Germany'],
      programme: 'internal',
      remarks: 'asked to leave',
    },
    {
      uid: 'F2',
      names: [{ name: 'Zoë O’Brien' }],
      births: [{ from: 1980, to: 1980 }],
      documents: ['8001015009087'],
      programme: 'exposed',
    },
  ])
})

const forms = readdirSync(FOLDER).filter(
  (name) => name.startsWith('own') && !/bad-row|no-name|macroman/u.test(name),
)

test.each(forms)('%s has the same six entries as any other form', async (name) => {
  // Their rows have other numbers.
  const withoutRow = (entries: ListEntry[]) => entries.map((entry) => ({ ...entry, details: {} }))
  expect(withoutRow(await entriesIn(name))).toEqual(withoutRow(await entriesIn('own-comma-utf8.csv')))
  expect(await entriesIn(name)).toHaveLength(6)
})

test('the reference form is read with its letters, births and numbers', async () => {
  expect(forms).toHaveLength(7)
  expect(await entriesIn('own-comma-utf8.csv')).toMatchObject([
    { uid: 'F64', births: [{ day: '1966-10-12' }], documents: ['6610120045083'] },
    { uid: 'F65', names: [{ name: 'Jürgen Großmann-Weiß' }, { name: 'Jurgen Grossmann' }] },
    { names: [{ name: 'Tshiamo Ramphaleng-Müller' }], births: [{ from: 1980 }] },
    { names: [{ name: 'Zoë Naudé-Lötter' }] },
    { names: [{ name: "N'Golo Mbappé-Diarra" }] },
    {
      names: [{ name: 'Kwêla Kapitaal (Edms) Bpk' }, { name: 'Kwela Capital' }],
      documents: ['201111882007'],
      kind: 'organisation',
    },
  ])
})

test('a row that cannot be read is left out, and an unknown kind is internal', async () => {
  const file = 'own-bad-row.csv'
  const list = await parseList([{ path: path.join(FOLDER, file), name: file }])
  expect((await Array.fromAsync(list.entries)).map(({ uid }) => uid)).toEqual(['F64', 'F65'])
  expect(list.leftOut).toEqual([
    'Row 4 is left out. Column birth, “14 Jul 70”: this is no year or date such as 1970-07-14.',
  ])
})

test.each([
  ['own-no-name-column.csv', 1, /no column for names. Its columns are: uid, kind, surname, birth/u],
  ['own-macroman.csv', 3, /Letters are broken .*Save as CSV UTF-8, or send the Excel file/u],
])('%s is refused with its line', async (name, line, message) => {
  const error = await errorOf(name)
  expect(error.message).toMatch(message)
  expect(error.line).toBe(line)
})

test('days and years of a workbook are read as it counts them', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'firm-list-'))
  try {
    const rows = [
      rowOf(...['Name', 'Born', 'ID Number'].map((title) => textCell(title))),
      rowOf(textCell('Ann Lee'), numberCell('27789'), numberCell('8001315009088')),
      rowOf(textCell('Jo Nel'), numberCell('1980'), textCell('="8001015009087"')),
    ].join('')
    const file = path.join(folder, 'list.xlsx')
    await writeFile(file, await makeWorkbook({ rows, workbookPr: '<workbookPr date1904="1"/>' }))
    expect(
      await Array.fromAsync((await parseList([{ path: file, name: 'list.xlsx' }])).entries),
    ).toMatchObject([
      { births: [{ from: 1980, to: 1980, day: '1980-01-31' }], documents: ['8001315009088'] },
      { births: [{ from: 1980, to: 1980 }], documents: ['8001015009087'] },
    ])
  } finally {
    await rm(folder, { recursive: true })
  }
})

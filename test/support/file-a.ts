import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import { idNumberFor } from '#app/demo/south-african-numbers.ts'
import { hasLibreOffice, saveInLibreOffice } from './libreoffice.ts'
import { makeWorkbook, numberCell, rowOf, textCell } from './make-workbook.ts'

/** The rows of an export that was damaged in the usual ways, by kind, in the order of the file. */
export const damaged = {
  good: 9700,
  /** The address of an earlier row. */
  repeated: 100,
  /** The address of a client who exists. */
  existing: 50,
  /** An ID number of six digits and an exponent. */
  shortened: 50,
  /** An ID number of 2001 whose zero is gone. */
  zeroLost: 60,
  /** A day that does not exist. */
  noDay: 40,
} as const

type Kind = keyof typeof damaged

interface Client {
  email: string
  name: string
  /** As a number of the sheet, or as a text. */
  idNumber: { digits: string } | { text: string }
  /** A day of the sheet, or a text. */
  since: { day: string } | { text: string }
  code: string
}

const names = ['Thandi', 'Zoë', 'Sipho', 'Renée', 'Anna']
const FIRST_BIRTH = Date.UTC(1950, 0, 1)
const FIRST_BIRTH_OF_2001 = Date.UTC(2001, 0, 1)
/** 15 March 2017, in the days of a sheet. */
const SERIAL = '42809'

/** The address of a client of the file, or of one who exists. */
export const addressOf = (which: 'client' | 'existing', number: number) =>
  `${which}${String(number).padStart(4, '0')}@file-a.example`

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

function clientOf(kind: Kind, of: number, index: number): Client {
  // A day of birth for each, so that no number is repeated.
  const digits = idNumberFor(dayOf(FIRST_BIRTH + index * DAY_MS), 5001)
  const good: Client = {
    email: addressOf('client', index),
    name: `${names[index % names.length]} Mokoena ${index}`,
    idNumber: { digits },
    since: { day: '2017-03-15' },
    code: `A-${String(index).padStart(5, '0')}`,
  }
  const changes: Record<Kind, Partial<Client>> = {
    good: {},
    repeated: { email: addressOf('client', of) },
    existing: { email: addressOf('existing', of) },
    shortened: { idNumber: { text: '8,00102E+12' } },
    zeroLost: {
      idNumber: { digits: idNumberFor(dayOf(FIRST_BIRTH_OF_2001 + of * DAY_MS), 5001).replace(/^0/u, '') },
    },
    noDay: { since: { text: '31/02/2017' } },
  }
  return { ...good, ...changes[kind] }
}

function clients(): Client[] {
  const kinds = (Object.keys(damaged) as Kind[]).flatMap((kind) =>
    Array.from({ length: damaged[kind] }, (_, of) => ({ kind, of })),
  )
  return kinds.map(({ kind, of }, index) => clientOf(kind, of, index))
}

const headers = ['E-mail', 'Naam en Van', 'ID No', 'Client since', 'Status', 'Client code']

/** The workbook of 10,000 rows: saved by LibreOffice, or written by us where that is missing. */
export function fileA(): Promise<Buffer> {
  return hasLibreOffice ? saveInLibreOffice(csvOf(clients())) : workbookOf(clients())
}

function csvOf(all: readonly Client[]): string {
  const quoted = (text: string) => `"${text}"`
  const lines = all.map(({ email, name, idNumber, since, code }) =>
    [
      quoted(email),
      quoted(name),
      'digits' in idNumber ? idNumber.digits : quoted(idNumber.text),
      'day' in since ? since.day : quoted(since.text),
      quoted('Active'),
      quoted(code),
    ].join(';'),
  )
  return [headers.map(quoted).join(';'), ...lines].join('\n')
}

function workbookOf(all: readonly Client[]): Promise<Buffer> {
  const styles = '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>'
  const rows = all.map(({ email, name, idNumber, since, code }) =>
    rowOf(
      textCell(email),
      textCell(name),
      'digits' in idNumber ? numberCell(idNumber.digits) : textCell(idNumber.text),
      'day' in since ? numberCell(SERIAL, 1) : textCell(since.text),
      textCell('Active'),
      textCell(code),
    ),
  )
  return makeWorkbook({ styles, rows: [rowOf(...headers.map((text) => textCell(text))), ...rows].join('') })
}

import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import type { Cell } from '#base/rules/tables/cells.ts'
import { importFields, type ImportField } from './fields.ts'
import { proposeFields } from './match-columns.ts'
import { mappingProblem, mappingSchema, type Mapping } from './mapping.ts'
import { verdictOf, worstFirst } from './problems.ts'
import { readClient } from './read-client.ts'
import { isAmbiguousDay, readDay } from './read-day.ts'
import { readIdCell, readPhoneCell, readTaxCell } from './read-number.ts'
import { reuseMapping } from './reuse-mapping.ts'

const now = new Date('2026-11-27T08:00:00Z')
/** A mapping of no column. */
const plain: Mapping = {
  columns: [],
  dateOrder: 'dmy',
  statuses: [],
  defaultStatus: 'draft',
  managers: [],
  defaultManagerId: null,
}
const text = (value: string): Cell => ({ kind: 'text', text: value })
const number = (value: string): Cell => ({ kind: 'number', text: value })
const day = (value: string): Cell => ({ kind: 'day', text: value })

describe('an ID number', () => {
  test.each([
    ['a number', number('8001015009087'), '8001015009087', null],
    ['a number in scientific form', number('8.001015009087E12'), '8001015009087', null],
    ['text with spaces', text('800101 5009 087'), '8001015009087', null],
    ['born in 2001, a zero lost', number('101015009083'), '0101015009083', 'zeros-restored'],
    ['shortened by a CSV file', text('8,00102E+12'), null, 'id-number-shortened'],
    ['shortened with a point', text('8.00102E+12'), null, 'id-number-shortened'],
    ['whole in scientific form', text('8.001015009087E+12'), '8001015009087', null],
    ['digits without a check digit that fits', number('101015009084'), null, 'id-number-shortened'],
    ['a passport', text('m 00123456'), 'M00123456', null],
    ['13 digits without a valid check digit', text('8001015009088'), '8001015009088', 'id-number-doubtful'],
  ] as const)('%s', (_, cell, expected, problem) => {
    const read = readIdCell(cell, false)
    expect(read.problem).toBe(problem)
    if (expected !== null) expect(read.number).toBe(expected)
  })

  test('of a foreign document stays as it is', () => {
    expect(readIdCell(number('123456789'), true)).toEqual({ number: '123456789', problem: null })
  })
})

test.each([
  [number('821234567'), '+27821234567', null],
  [text('082 123 4567'), '+27821234567', null],
  [text('27821234567'), '+27821234567', null],
  [text('n/a'), 'n/a', 'mobile-doubtful'],
] as const)('a mobile number: %o', (cell, expected, problem) => {
  expect(readPhoneCell(cell)).toEqual({ number: expected, problem })
})

test('a tax number gets its lost zero back only where the check digit fits', () => {
  expect(readTaxCell(number('123456782'))).toEqual({ number: '0123456782', problem: 'zeros-restored' })
  expect(readTaxCell(number('123456783')).problem).toBe('tax-number-doubtful')
  expect(readTaxCell(text('none')).problem).toBe('tax-number-doubtful')
})

describe('a day', () => {
  test.each([
    [text('1980-04-03'), 'dmy', '1980-04-03'],
    [text('1980/4/3'), 'dmy', '1980-04-03'],
    [text('03/04/1980'), 'dmy', '1980-04-03'],
    [text('03/04/1980'), 'mdy', '1980-03-04'],
    [text('3 Mrt 2017'), 'dmy', '2017-03-03'],
    [text('3-Oct-2017'), 'dmy', '2017-10-03'],
    [text('15 Desember 2017'), 'dmy', '2017-12-15'],
    [text('31/02/2017'), 'dmy', null],
    [text('29/02/2000'), 'dmy', '2000-02-29'],
    [text('03/04/80'), 'dmy', null],
    [number('29252'), 'dmy', '1980-02-01'],
    [day('1980-02-01'), 'dmy', '1980-02-01'],
    [text('soon'), 'dmy', null],
    [text(''), 'dmy', null],
  ] as const)('%o as %s is %s', (cell, order, expected) => {
    expect(readDay(cell, order)).toBe(expected)
  })

  test('of two digits counts only where it matches the ID number', () => {
    expect(readDay(text('01/01/80'), 'dmy', '1980-01-01')).toBe('1980-01-01')
    expect(readDay(text('02/01/80'), 'dmy', '1980-01-01')).toBeNull()
  })

  test('can be ambiguous', () => {
    expect(
      [text('03/04/1980'), text('13/04/1980'), text('04/04/1980'), day('1980-04-03')].map(isAmbiguousDay),
    ).toEqual([true, false, false, false])
  })
})

describe('columns', () => {
  const column = (header: string, ...samples: Cell[]) => ({ header, samples })

  test('are proposed by English and Afrikaans headers, then by their values', () => {
    const columns = [
      column('Van'),
      column('Voornaam'),
      column('E-pos adres'),
      column('Selnommer'),
      column('ID No.'),
      column('__proto__'),
      column('Kol 7', text('8001015009087')),
    ]
    expect(proposeFields(columns)).toEqual([
      'surname',
      'firstName',
      'email',
      'mobileNumber',
      'idNumber',
      null,
      null,
    ])
    const unnamed = [column('A', text('thandi@example.com')), column('B', number('8001015009087'))]
    expect(proposeFields(unnamed)).toEqual(['email', 'idNumber'])
  })

  test('need an address and a name, each once', () => {
    const problemOf = (columns: (ImportField | null)[]) => mappingProblem({ columns })
    expect(problemOf(['email', 'fullName'])).toBeNull()
    expect(problemOf(['email', 'firstName', 'surname', null])).toBeNull()
    expect(problemOf(['fullName'])).toContain('email addresses')
    expect(problemOf(['email', 'firstName'])).toContain('first name and surname')
    expect(problemOf(['email', 'email', 'fullName'])).toContain('Email Address is chosen for two columns')
  })
})

describe('headers and mappings of any content', () => {
  const hostile = fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'E-mail',
    'Email',
    '',
    ' ',
    '\u202eliam-E\u202c',
    '\u200bEmail\u2060',
    '=HYPERLINK("http://x")',
    '<b>Email</b>',
    'x'.repeat(100_000),
    '\ud800',
    '\0',
  )
  const header = fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 80 }))
  const sample = fc.option(
    fc.record({ kind: fc.constantFrom('text', 'number', 'day', 'error'), text: header }),
  )
  const column = fc.record({ header, samples: fc.array(sample, { maxLength: 3 }) })

  test('propose a field at most once, for each column', () => {
    fc.assert(
      fc.property(fc.array(column, { maxLength: 40 }), (columns) => {
        const proposed = proposeFields(columns)
        expect(proposed).toHaveLength(columns.length)
        const fields = proposed.filter((field) => field !== null)
        expect(new Set(fields).size).toBe(fields.length)
        for (const field of fields) expect(importFields).toContain(field)
      }),
    )
  })

  test('make a mapping that is accepted only as the closed list of fields, each once', () => {
    const field = fc.oneof(fc.constantFrom(...importFields), header, fc.constant(null), fc.integer())
    const mapping = fc.record({
      columns: fc.array(field, { maxLength: 110 }),
      dateOrder: fc.oneof(fc.constantFrom('dmy', 'mdy'), header),
      statuses: fc.array(
        fc.record({ text: header, status: fc.oneof(fc.constantFrom('draft', 'onboarded'), header) }),
        { maxLength: 3 },
      ),
      defaultStatus: fc.oneof(fc.constantFrom('draft', 'cancelled'), header),
      managers: fc.array(
        fc.record({ text: header, managerId: fc.oneof(fc.uuid(), header, fc.constant(null)) }),
        { maxLength: 3 },
      ),
      defaultManagerId: fc.oneof(fc.uuid(), fc.constant(null), header),
    })
    fc.assert(
      fc.property(mapping, (given) => {
        const parsed = mappingSchema.safeParse(given)
        if (!parsed.success) return
        const { columns } = parsed.data
        expect(columns.length).toBeLessThanOrEqual(100)
        for (const each of columns) if (each !== null) expect(importFields).toContain(each)
        const fields = columns.filter((each) => each !== null)
        const isRepeated = new Set(fields).size < fields.length
        if (isRepeated)
          expect(mappingProblem(parsed.data)).toContain('Email Address is chosen for two columns')
      }),
    )
  })

  test('match an earlier file only where each header is there once, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(header, { minLength: 1, maxLength: 12 }),
        fc.array(header, { maxLength: 12 }),
        (before, after) => {
          const columns = before.map((_, index) => importFields[index] ?? null)
          const reused = reuseMapping({ ...plain, columns }, before, after)
          const isUsable = before.every((each) => each !== '' && after.includes(each))
          expect(reused !== null).toBe(isUsable)
          if (reused !== null)
            expect(reused.columns.filter((each) => each !== null).toSorted()).toEqual(columns.toSorted())
        },
      ),
    )
  })
})

test.each([
  ['RSA', 'South Africa'],
  ['za', 'South Africa'],
  ['Suid-Afrika', 'South Africa'],
  ['GBR', 'United Kingdom'],
  ['MU', 'Mauritius'],
  ['zwe', 'Zimbabwe'],
  ['Swaziland', 'Eswatini'],
  ['Namibië', 'Namibia'],
  ['Atlantis', undefined],
])('the country %j is %j', (written, expected) => {
  expect(readFields({ ...thandi, country: text(written) }).answers.country).toBe(expected)
})

const MANAGER = '0198c0de-0000-7000-8000-000000000001'

function readFields(fields: Partial<Record<ImportField, Cell>>, changes: Partial<Mapping> = {}) {
  const columns = Object.keys(fields) as ImportField[]
  const mapping: Mapping = {
    ...plain,
    columns,
    managers: [{ text: 'J Botha', managerId: MANAGER }],
    ...changes,
  }
  return readClient({ cells: columns.map((name) => fields[name] ?? null) }, mapping, now)
}

const thandi = { email: text('Thandi@Example.com '), fullName: text('Thandi Mokoena') }
const codesOf = ({ problems }: { problems: { code: string }[] }) => problems.map(({ code }) => code)

describe('a row', () => {
  test('becomes a client, with what the ID number contains', () => {
    const client = readFields({
      ...thandi,
      idNumber: number('8001015009087'),
      mobileNumber: number('821234567'),
      maritalStatus: text('Getroud'),
      annualIncome: text('R 850 000,50'),
      country: text('RSA'),
      postalCode: number('181'),
      wealthManager: text(' j botha '),
      status: text('Active'),
      onboardedAt: text('15/03/2017'),
      reviewedAt: text('2026-03-15'),
      externalReference: number('4711'),
    })
    expect(client).toEqual({
      username: 'thandi@example.com',
      fullName: 'Thandi Mokoena',
      answers: {
        fullName: 'Thandi Mokoena',
        idNumber: '8001015009087',
        idDocumentType: 'id',
        dateOfBirth: '1980-01-01',
        nationality: 'za',
        issuingCountry: 'za',
        mobileNumber: '+27821234567',
        maritalStatus: 'married',
        annualIncome: '850000.50',
        country: 'South Africa',
        postalCode: '0181',
      },
      wealthManagerId: MANAGER,
      status: 'onboarded',
      onboardedAt: '2017-03-15',
      cancelledAt: null,
      reviewedAt: '2026-03-15',
      externalReference: '4711',
      remarks: null,
      problems: [],
    })
  })

  test.each([
    ['no address', { fullName: text('Thandi Mokoena'), city: text('Pretoria') }, 'email-missing', 'error'],
    ['a wrong address', { ...thandi, email: text('thandi at example') }, 'email-invalid', 'error'],
    ['no name', { email: text('a@b.co'), city: text('Pretoria') }, 'name-missing', 'error'],
    ['a total', { fullName: text('Total: 4 312') }, 'not-a-client', 'skip'],
    ['a shortened number', { ...thandi, idNumber: text('8,00102E+12') }, 'id-number-shortened', 'error'],
    ['an unknown status', { ...thandi, status: text('Hot') }, 'status-unknown', 'error'],
    ['a decision', { ...thandi, status: text('Approved') }, 'status-unknown', 'error'],
    ['an unknown manager', { ...thandi, wealthManager: text('X') }, 'manager-unknown', 'error'],
    [
      'a day that does not exist',
      { ...thandi, status: text('client'), onboardedAt: text('31/02/2017') },
      'day-invalid',
      'error',
    ],
    [
      'a day in the future',
      { ...thandi, status: text('client'), onboardedAt: text('2027-01-01') },
      'day-invalid',
      'error',
    ],
    ['onboarded, no day', { ...thandi, status: text('client') }, 'day-missing', 'warning'],
    [
      'cancelled long ago',
      { ...thandi, status: text('closed'), cancelledAt: text('2015-01-01') },
      'retention-over',
      'error',
    ],
    ['an error of the sheet', { ...thandi, city: { kind: 'error', text: '#REF!' } }, 'cell-error', 'error'],
    ['a foreign choice', { ...thandi, maritalStatus: text('Widowed') }, 'value-left-out', 'warning'],
    ['a wrong birth date', { ...thandi, dateOfBirth: text('31/02/1980') }, 'date-unreadable', 'warning'],
    [
      'dates that differ',
      { ...thandi, idNumber: number('8001015009087'), dateOfBirth: day('1980-01-02') },
      'birth-date-differs',
      'warning',
    ],
    [
      'a long reference',
      { ...thandi, externalReference: text('x'.repeat(61)) },
      'reference-invalid',
      'error',
    ],
  ] as const)('with %s', (_, fields, code, verdict) => {
    const client = readFields(fields)
    expect(codesOf(client)).toContain(code)
    expect(verdictOf(client.problems)).toBe(verdict)
  })

  test('has the problems first that decide, and none but one where it is no person', () => {
    const warning = { code: 'value-left-out', field: 'maritalStatus' } as const
    const error = { code: 'email-invalid', field: 'email' } as const
    const skip = { code: 'exists', field: 'email' } as const
    expect(worstFirst([warning, error, skip, warning])).toEqual([skip, error, warning, warning])
    const noPerson = { code: 'not-a-client', field: null } as const
    expect(worstFirst([error, noPerson])).toEqual([noPerson])
  })

  test('takes addresses and names from usual forms', () => {
    expect(readFields({ ...thandi, email: text('mailto:t@example.com') }).username).toBe('t@example.com')
    expect(readFields({ ...thandi, email: text('Thandi <T@example.com>') }).username).toBe('t@example.com')
    expect(readFields({ ...thandi, fullName: text('Mokoena, Thandi') }).fullName).toBe('Thandi Mokoena')
    const parts = { email: thandi.email, firstName: text('Zoë\u200b'), surname: text('O’Brien') }
    expect(readFields(parts).fullName).toBe('Zoë O’Brien')
  })

  test('of any content neither fails nor repeats a value in its problems', () => {
    const cell = fc.oneof(
      fc.constant(null),
      fc.record({
        kind: fc.constantFrom('text', 'number', 'day', 'error'),
        text: fc.string({ unit: 'binary' }),
      }),
    )
    const columns = [
      'email',
      'fullName',
      'idNumber',
      'dateOfBirth',
      'status',
      'onboardedAt',
      'annualIncome',
      'country',
    ]
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 10 }), (cells) => {
        const mapping: Mapping = {
          ...plain,
          columns: columns as ImportField[],
          defaultStatus: 'onboarded',
        }
        const { problems } = readClient({ cells }, mapping, now)
        for (const problem of problems) expect(Object.keys(problem)).toEqual(['code', 'field'])
      }),
    )
  })
})

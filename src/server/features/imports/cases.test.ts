import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { knownHeaders } from '#domain/imports/match-columns.ts'
import type { Mapping } from '#domain/imports/mapping.ts'
import { verdictOf } from '#domain/imports/problems.ts'
import { readClient } from '#domain/imports/read-client.ts'
import { readTable } from '#server/features/tables/read-table.ts'
import { columnsOf } from './content.ts'
import { repeatedIn } from './duplicates.ts'

const FOLDER = path.join(import.meta.dirname, '../../../../test/support/imports')
const now = new Date('2026-11-29T08:00:00Z')

/** A file as people and their programs make it, matched as proposed. */
export async function readCase(file: string | Uint8Array) {
  const bytes = typeof file === 'string' ? readFileSync(path.join(FOLDER, file)) : file
  const table = await readTable(bytes, { known: knownHeaders })
  const columns = columnsOf(table.rows, table.headerRow)
  const mapping: Mapping = {
    columns: columns.map(({ proposed }) => proposed),
    dateOrder: 'dmy',
    statuses: [],
    defaultStatus: 'draft',
    managers: [],
    defaultManagerId: null,
  }
  const clients = table.rows
    .filter(({ number }) => number > table.headerRow)
    .map((row) => readClient(row, mapping, now))
  return { table, columns, mapping, clients }
}

const incomeOf = (client: { answers: object }) => (client.answers as { annualIncome?: string }).annualIncome

describe('a file as people and their programs make it', () => {
  test('numbers of Excel are amounts, not digits to group', async () => {
    const { clients } = await readCase('excel-floats.xlsx')
    expect(clients.map(incomeOf)).toEqual([
      '1850000.55',
      '416666.67',
      '1850000',
      '450.13',
      '64.10',
      '1850000.50',
      '1234567.89',
    ])
    expect(clients[0]).toMatchObject({
      answers: { idNumber: '8001015009087', mobileNumber: '+27825550134', city: 'Paarl', postalCode: '7646' },
    })
  })

  test('CDATA is text, also in the middle of a name', async () => {
    const { clients } = await readCase('cdata.xlsx')
    expect(clients).toMatchObject([
      { username: 'c1@impa.example', fullName: 'Cdata & One', answers: { idNumber: '8001015009087' } },
      { username: 'c2@impa.example', fullName: "Thandi O'Brien Mokoena" },
    ])
  })

  test('_x000D_ is a line break, and the lines of an address are its lines', async () => {
    const { clients } = await readCase('x000D.xlsx')
    expect(clients).toMatchObject([
      {
        username: 'e1@impb.example',
        fullName: 'Thandi Mokoena',
        externalReference: 'REF 7',
        answers: {
          idNumber: '8203145800089',
          mobileNumber: '+27825550134',
          addressLine1: '14 Kloof Street',
          addressLine2: 'Gardens',
          city: 'Cape Town',
        },
      },
      { username: 'e2@impb.example', fullName: 'Sipho Nkosi' },
    ])
  })

  test('="0181" is a text', async () => {
    const { clients } = await readCase('equals-text.csv')
    expect(clients).toMatchObject([
      {
        externalReference: '00042',
        answers: { idNumber: '7805125800084', mobileNumber: '+27825550134', postalCode: '0181' },
      },
      { answers: { idNumber: '7805125800084', mobileNumber: '+27825550135', postalCode: '0181' } },
    ])
  })

  test('a shortened telephone number is refused, and what else is there is read', async () => {
    const { clients } = await readCase('short-phone.csv')
    expect(clients).toMatchObject([
      {
        answers: { postalCode: '8001', dateOfBirth: '1980-01-31', stateProvince: 'KwaZulu-Natal' },
        problems: [{ code: 'number-shortened', field: 'mobileNumber' }],
      },
    ])
    expect(clients[0]?.answers.mobileNumber).toBeUndefined()
  })

  test('a title line decides neither the delimiter nor the header', async () => {
    const { table, clients } = await readCase('title-line.csv')
    expect(table).toMatchObject({ delimiter: ';', headerRow: 3 })
    expect(clients).toMatchObject([{ fullName: 'Ann Lee', answers: { city: 'Paarl' }, problems: [] }])
  })

  test('Name beside Surname is the first name', async () => {
    const { clients } = await readCase('name-surname-email.csv')
    expect(clients.map(({ fullName }) => fullName)).toEqual(['Anna Botha', 'Kobus Steyn'])
    const afrikaans = await readCase(Buffer.from('Naam;Van;E-pos\nAnna;Botha;a@x.example\n'))
    expect(afrikaans.clients[0]?.fullName).toBe('Anna Botha')
  })

  test('a client book: sheet and header are found, and all columns are proposed', async () => {
    const { table, columns, clients } = await readCase('client-book-2026.xlsx')
    expect(table).toMatchObject({ sheets: ['Old 2019', 'Clients'], sheet: 1, headerRow: 4 })
    expect(columns.map(({ header, proposed }) => [header, proposed])).toEqual([
      ['Cl. No', 'externalReference'],
      ['First name(s)', 'firstName'],
      ['Surname', 'surname'],
      ['ID No.', 'idNumber'],
      ['D.O.B', 'dateOfBirth'],
      ['E-mail addr', 'email'],
      ['Cell no', 'mobileNumber'],
      ['Res. address', 'addressLine1'],
      ['Town', 'city'],
      ['Code', 'postalCode'],
      ['Adviser', 'wealthManager'],
      ['Status', 'status'],
      ['Client since', 'onboardedAt'],
      ['AUM (R)', 'assetsUnderManagement'],
      ['Remarks', 'remarks'],
    ])
    expect(clients).toHaveLength(205)
    expect(clients[0]).toMatchObject({
      fullName: 'Pieter Naidoo',
      answers: { idNumber: '6511025593088', dateOfBirth: '1965-11-02', mobileNumber: '+27842579240' },
      remarks: expect.stringMatching(/^Assets under management: R.1.300.000\.00\nprefers e-mail$/u),
    })
    const skipped = clients.filter(({ problems }) => problems.some(({ code }) => code === 'not-a-client'))
    expect(skipped).toHaveLength(2)
    const repeated = repeatedIn(clients.map((client, row) => ({ ...client, row })))
    const codes = [...repeated.values()].flat().map(({ code }) => code)
    expect(codes.toSorted()).toEqual([
      'email-repeated',
      'email-repeated',
      'row-repeated',
      'row-repeated',
      'row-repeated',
    ])
    const refused = clients.filter(
      ({ problems }, row) =>
        verdictOf([
          ...problems.filter(({ code }) => code !== 'manager-unknown'),
          ...(repeated.get(row) ?? []),
        ]) === 'error',
    )
    expect(refused.length).toBe(6)
  })

  test('contacts of Google and Outlook are recognised', async () => {
    const google = await readCase(
      Buffer.from(
        'First Name,Middle Name,Last Name,Name Prefix,Organization Name,Organization Title,Birthday,Notes,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - Street,Address 1 - City,Address 1 - Region,Address 1 - Postal Code,Address 1 - Country\n' +
          'Thandi,Grace,Mokoena,Ms,The School,Teacher,1980-01-31,met at the fair,* Home,thandi@x.example,Mobile,082 555 0134,14 Kloof Street,Cape Town,WC,8001,South Africa\n',
      ),
    )
    expect(google.clients).toMatchObject([
      {
        username: 'thandi@x.example',
        fullName: 'Thandi Grace Mokoena',
        remarks: 'met at the fair',
        answers: {
          salutation: 'ms',
          mobileNumber: '+27825550134',
          occupation: 'Teacher',
          employerName: 'The School',
          addressLine1: '14 Kloof Street',
          city: 'Cape Town',
          stateProvince: 'Western Cape',
          postalCode: '8001',
          country: 'South Africa',
        },
        problems: [],
      },
    ])
    const outlook = await readCase(
      Buffer.from(
        '"Title","First Name","Middle Name","Last Name","Company","Job Title","Home Street","Home City","Home State","Home Postal Code","Home Country/Region","Mobile Phone","E-mail Address","Birthday"\r\n' +
          '"Mr","Sipho","","Nkosi","","","1 Long Street","Durban","KZN","4001","South Africa","083 555 0134","sipho@x.example","0/0/00"\r\n',
      ),
    )
    expect(outlook.clients).toMatchObject([
      {
        username: 'sipho@x.example',
        fullName: 'Sipho Nkosi',
        answers: { stateProvince: 'KwaZulu-Natal', postalCode: '4001', mobileNumber: '+27835550134' },
      },
    ])
  })

  test.each([
    ['January 31, 1980', '1980-01-31'],
    ['31 Januarie 1980', '1980-01-31'],
    ['19800131', '1980-01-31'],
    ['1980-01-31T00:00:00', '1980-01-31'],
    ['29251', '1980-01-31'],
  ])('a date of birth as %s', async (written, day) => {
    const { clients } = await readCase(
      Buffer.from(`Email;Full Name;Date of Birth\na@x.example;Ann Lee;${written}\n`),
    )
    expect(clients[0]).toMatchObject({ answers: { dateOfBirth: day }, problems: [] })
  })

  test('a lost letter makes its row unreadable', async () => {
    const { clients } = await readCase(Buffer.from('Email;Full Name\na@x.example;J\uFFFDrgen\n'))
    expect(clients[0]?.problems).toEqual([{ code: 'letters-broken', field: 'fullName' }])
  })
})

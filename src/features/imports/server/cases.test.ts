import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { knownHeaders } from '#features/imports/rules/match-columns.ts'
import type { Mapping } from '#features/imports/rules/mapping.ts'
import { verdictOf } from '#features/imports/rules/problems.ts'
import { readClient } from '#features/imports/rules/read-client.ts'
import { repeatsHeader } from '#features/imports/rules/read-person.ts'
import { readTable } from '#base/server/tables/read-table.ts'
import { makeWorkbook, numberCell, rowOf, textCell, zipOf } from '#test/support/make-workbook.ts'
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

  test('several telephones and addresses in a cell of Google: the first usable one counts, none is lost', async () => {
    const { clients } = await readCase(
      Buffer.from(
        'First Name,Last Name,E-mail 1 - Value,Phone 1 - Value,Phone 2 - Value\n' +
          'Thandi,Mokoena,thandi@x.example ::: t@work.example,ext 7 ::: 082 555 0134 ::: +27 21 555 0199,011 555 0100\n' +
          'Sipho,Nkosi,sipho@x.example,083 555 0134,\n',
      ),
    )
    expect(clients).toMatchObject([
      {
        username: 'thandi@x.example',
        answers: { mobileNumber: '+27825550134' },
        remarks: 'Other telephone numbers: ext 7, +27 21 555 0199\nOther email addresses: t@work.example',
        problems: [],
      },
      { username: 'sipho@x.example', answers: { mobileNumber: '+27835550134' }, remarks: null },
    ])
  })

  const outlook =
    'First Name,Last Name,Business Street,Business City,Business State,Business Postal Code,Home Street,Home City,Home State,Home Postal Code,Home Phone,Mobile Phone,E-mail Address\r\n'
  test.each([
    ['at home', ',,,,1 Long Street,Durban,KZN,4001', '1 Long Street', '4001'],
    ['at work only', '9 Main Road,Durban,KZN,4002,,,,', '9 Main Road', '4002'],
    ['at both', '9 Main Road,Durban,KZN,,1 Long Street,Durban,KZN,', '1 Long Street', undefined],
  ])('an address of Outlook %s is not mixed with another', async (_, address, line, code) => {
    const { clients } = await readCase(
      Buffer.from(`${outlook}Sipho,Nkosi,${address},031 555 0100,083 555 0134,s@x.example\r\n`),
    )
    expect(clients[0]?.answers).toMatchObject({
      addressLine1: line,
      city: 'Durban',
      stateProvince: 'KwaZulu-Natal',
      mobileNumber: '+27835550134',
    })
    expect(clients[0]?.answers.postalCode ?? undefined).toBe(code)
  })

  test('a telephone at home counts where there is no mobile number', async () => {
    const { clients } = await readCase(
      Buffer.from('First Name,Last Name,Home Phone,Mobile Phone,Email\nA,Botha,031 555 0100,,a@x.example\n'),
    )
    expect(clients[0]?.answers.mobileNumber).toBe('+27315550100')
  })

  test.each([
    [
      '14 Kloof Street\nGardens\nCape Town, Western Cape 8001\nSouth Africa',
      'Gardens',
      'Western Cape',
      '8001',
    ],
    ['14 Kloof Street\nGardens\nCape Town\n8001', 'Gardens', undefined, '8001'],
    ['14 Kloofstraat\nTuine\nCape Town 0081\nSuid-Afrika', 'Tuine', undefined, '0081'],
    ['14 Kloof Street\nCape Town, 8001', undefined, undefined, '8001'],
  ])('an address in one cell becomes its parts: %j', async (address, second, province, code) => {
    const { clients } = await readCase(
      Buffer.from(`Full Name,Home Address,Email\nAnn Lee,"${address}",a@x.example\n`),
    )
    const { addressLine1, addressLine2, city, stateProvince, postalCode } = clients[0]?.answers ?? {}
    expect(addressLine1).toMatch(/^14 Kloof/u)
    expect([addressLine2 ?? undefined, city, stateProvince ?? undefined, postalCode]).toEqual([
      second,
      'Cape Town',
      province,
      code,
    ])
  })

  test.each([
    ['Town;PC', 'Paarl;7646'],
    ['Dorp;', 'Paarl;7646'],
    ['Town', 'Paarl 7646'],
    ['City', 'Paarl, 7646'],
    ['Suburb;Town;Kode', 'Hoog;Paarl;7646'],
  ])('four digits after a town are its postal code: %s', async (head, row) => {
    const { clients } = await readCase(Buffer.from(`Email;Name;${head}\na@x.example;Ann Lee;${row}\n`))
    expect(clients[0]?.answers).toMatchObject({ city: 'Paarl', postalCode: '7646' })
  })

  test('columns without a known header are found by what they hold', async () => {
    const { columns } = await readCase(
      Buffer.from(
        'Wie;X;Y;Z\nAnn Lee;a@x.example;8001015009087;082 555 0134\nJo Nel;j@x.example;;+27 83 555 0134\n',
      ),
    )
    expect(columns.map(({ proposed }) => proposed)).toEqual([null, 'email', 'idNumber', 'mobileNumber'])
  })

  test('days without a format count from 1904 where the workbook does', async () => {
    const rows = [
      rowOf(...['Email', 'Name', 'Date of Birth', 'Client since'].map((title) => textCell(title))),
      rowOf(textCell('a@x.example'), textCell('Ann Lee'), numberCell('27789'), numberCell('41347')),
    ].join('')
    const { clients } = await readCase(await makeWorkbook({ rows, workbookPr: '<workbookPr date1904="1"/>' }))
    expect(clients[0]?.answers.dateOfBirth).toBe('1980-01-31')
    const usual = await readCase(await makeWorkbook({ rows: rows.replace('27789', '29251') }))
    expect(usual.clients[0]?.answers.dateOfBirth).toBe('1980-01-31')
  })
})

/** The kinds of the case files above, as other programs, languages and encodings have them. */
describe('a variant', () => {
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

  test.each<[string, Buffer | Promise<Buffer>, object]>([
    [
      'amounts with 17 digits in another column',
      makeWorkbook({
        rows: [
          rowOf(textCell('E-pos'), textCell('Naam'), textCell('Inkomste')),
          rowOf(textCell('a@x.example'), textCell('Ann Lee'), numberCell('2499999.9900000002')),
        ].join(''),
      }),
      { answers: { annualIncome: '2499999.99' } },
    ],
    [
      'CDATA and _x000D_ in shared texts',
      makeWorkbook({
        strings:
          '<sst><si><t>Email</t></si><si><t>Full Name</t></si><si><t>a@x.example_x000D_</t></si><si><t>Ann <![CDATA[& Jo]]> Lee_x000D_\n</t></si></sst>',
        rows: [
          '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>',
          '<row><c t="s"><v>2</v></c><c t="s"><v>3</v></c></row>',
        ].join(''),
      }),
      { username: 'a@x.example', fullName: 'Ann & Jo Lee' },
    ],
    [
      'forced texts between semicolons',
      Buffer.from('E-pos;Naam;Selfoon;Poskode\r\na@x.example;Ann Lee;="0825550134";="0081"\r\n'),
      { answers: { mobileNumber: '+27825550134', postalCode: '0081' } },
    ],
    [
      'a shortened telephone number with a point',
      Buffer.from('Email,Name,Cell\na@x.example,Ann Lee,2.78256E+10\n'),
      { problems: [{ code: 'number-shortened', field: 'mobileNumber' }] },
    ],
    [
      'a title with semicolons above commas',
      Buffer.from('Clients; as at 30 November; draft\n\nEmail,Full Name,City\na@x.example,Ann Lee,Paarl\n'),
      { answers: { city: 'Paarl' } },
    ],
    [
      'tabs in UTF-16 below a title',
      utf16('Kliëntelys\r\n\r\nE-pos\tNaam\tVan\r\na@x.example\tZoë\tBrönn\r\n'),
      { fullName: 'Zoë Brönn' },
    ],
    [
      'Windows-1252 with sep=',
      Buffer.from('sep=;\r\nE-pos;Voornaam;Van\r\na@x.example;Ren\u00e9;Vi\u00ebt\r\n', 'latin1'),
      { fullName: 'René Viët' },
    ],
    [
      'Names and Surname',
      Buffer.from('Surname,Names,Email\nBotha,Anna Maria,a@x.example\n'),
      { fullName: 'Anna Maria Botha' },
    ],
    [
      'middle names of their own',
      Buffer.from('First Name,Middle Name,Surname,Email\nAnna,Maria,Botha,a@x.example\n'),
      { fullName: 'Anna Maria Botha' },
    ],
  ])('%s', async (_, file, client) => {
    const { clients } = await readCase(await file)
    expect(clients).toHaveLength(1)
    expect(clients[0]).toMatchObject({ problems: [], ...client })
  })

  test.each([
    ['content.xml', /OpenDocument spreadsheet \(\.ods\).*\.xlsx/u],
    ['Index/Document.iwa', /Numbers spreadsheet.*\.xlsx/u],
  ])('a spreadsheet with %s is refused, with what to save it as', async (part, message) => {
    await expect(readCase(await zipOf([[part, '<x/>']]))).rejects.toThrow(message)
  })
})

describe('a list that was printed page by page', () => {
  test('repeats its header, and counts in its totals: neither is a client', async () => {
    const { clients, columns } = await readCase(
      Buffer.from(
        'Verw.;Naam;E-pos;ID-nommer\n1;Ann Lee;a@x.example;\nVerw.;Naam;E-pos;ID-nommer\n;TOTAAL;;2\n',
      ),
    )
    expect(columns.map(({ proposed }) => proposed)).toEqual([
      'externalReference',
      'fullName',
      'email',
      'idNumber',
    ])
    expect(clients.map(({ problems }) => problems[0]?.code)).toEqual([
      undefined,
      'email-invalid',
      'not-a-client',
    ])
    const headers = columns.map(({ header }) => header)
    const { table } = await readCase(Buffer.from('Naam;E-pos\nAnn;a@x.example\nNAAM ;e-pos\n'))
    expect(table.rows.map(({ cells }) => repeatsHeader(cells, ['Naam', 'E-pos']))).toEqual([
      true,
      false,
      true,
    ])
    expect(repeatsHeader([], headers)).toBe(false)
  })

  test('a name is letters, without an address', async () => {
    const { clients } = await readCase(
      Buffer.from('Naam;E-pos\n-;a@x.example\nAnna Botha <anna@x.example>;anna@x.example\n'),
    )
    expect(clients.map(({ fullName }) => fullName)).toEqual([null, 'Anna Botha'])
  })
})

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeUser } from '#app/demo/factories/users.ts'
import type { Edition, ListPreview } from '#features/screening/api/lists.ts'
import { roles, type ScreenedRole } from '#features/due-diligence/rules/screened-roles.ts'
import { countryOf } from '#features/screening/rules/countries.ts'
import { foldName } from '#features/screening/rules/fold-name.ts'
import { scorePair, type Person } from '#features/screening/rules/score.ts'
import { hits, listEntries } from '#features/screening/schema.ts'
import { dueDiligenceOn } from '#test/support/due-diligence.ts'
import type { HttpSession } from '#test/support/http.ts'
import {
  OFAC_FILES,
  readableLists,
  refusedLists,
  sendFiles,
  sendList,
} from '#test/support/screening/list-files.ts'
import { randomFrom } from '#test/support/screening/people.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { entriesById, entriesLike, prepareSearch } from './candidates.ts'
import { normalNumber } from './document-numbers.ts'
import { screenListChanges } from './screen-list-changes.ts'
import { screenStaff } from './screen-staff.ts'

const FOLDER = path.join(import.meta.dirname, '../../../../test/truth')

let server: TestServer
let system: HttpSession
let second: HttpSession

beforeAll(async () => {
  server = await startTestServer({ settings: dueDiligenceOn })
  const person = async () =>
    server.as((await makeUser(server.context, { role: 'system_administrator' })).username)
  system = await person()
  second = await person()
})
afterAll(() => server.close())

const send = (names: readonly string[], shrunkReason?: string) =>
  sendFiles(server, system, names, shrunkReason)

async function startUsing({ id }: Edition): Promise<void> {
  const { status, text } = await second.put(`/api/system-admin/lists/${id}/in-force`)
  if (status !== 200) throw new Error(text)
}

describe('files', () => {
  test.each(refusedLists)('%j are refused in words', async (names, detail) => {
    expect(await send(names)).toMatchObject({ status: 422, body: { detail } })
  })

  test('several files of other publishers are refused', async () => {
    const detail = 'Only the files of OFAC’s list are loaded together. Please load other lists one by one.'
    expect(await send(['eu.csv', 'uk-2026.csv'])).toMatchObject({ status: 422, body: { detail } })
  })

  test.each(readableLists)('%j load', async (names, expected) => {
    expect(await send(names)).toMatchObject({ status: 200, body: { ...expected, cautions: [] } })
  })

  test('what is not compared is said before a list is used', async () => {
    expect((await send(['sdn.csv'])).body).toMatchObject({
      cautions: ['alt.csv is missing: other names (0 in the list in use) would not be compared.'],
    })
    expect((await send(['firm-bad-row.csv'])).body).toMatchObject({
      entries: 2,
      cautions: ['Row 4 is left out. Column birth, “14 Jul 70”: this is no year or date such as 1970-07-14.'],
    })
    expect(await send(['un.xml'])).toMatchObject({ status: 409, body: { code: 'list-small' } })
  })
})

interface Row {
  no: string
  kind: 'person' | 'organisation'
  client_name: string
  client_birth: string
  client_country: string
  client_document: string
  expected: 'strong' | 'possible' | 'none'
}

/** The list in this folder has no alias with a false identity. */
const WITHOUT_ALIAS = new Set(['2', '3'])

describe('names', () => {
  const rows = (text: string) => parse(text, { columns: true, skip_empty_lines: true }) as Row[]

  async function find(role: ScreenedRole, person: Person): Promise<Row['expected']> {
    const entries = await server.context.database.db.transaction(async (tx) => {
      await prepareSearch(tx)
      return entriesLike(tx, person, roles[role].kinds)
    })
    const strengths = new Set(entries.map(({ listed }) => scorePair(person, listed).strength))
    if (strengths.has('strong')) return 'strong'
    return strengths.has('possible') ? 'possible' : 'none'
  }

  const personOf = (row: Pick<Row, 'client_name'> & Partial<Row>): Person => ({
    names: [foldName(row.client_name)],
    births: [row.client_birth ?? ''].filter(Boolean),
    countries: [countryOf(row.client_country ?? '') ?? ''].filter(Boolean),
    documents: [normalNumber(row.client_document ?? '')].filter(Boolean),
    sex: null,
  })

  beforeAll(async () => {
    for (const names of [['un.xml'], OFAC_FILES, ['eu.csv'], ['uk-2026.csv'], ['firm.xlsx']]) {
      const { body, status, text } = await send(names, 'It is made up.')
      if (status !== 200) throw new Error(text)
      await startUsing(body as Edition)
    }
  })

  test('are found as each row expects', async () => {
    const wrong = {
      strongIsNone: [] as string[],
      possibleIsNone: [] as string[],
      noneMatches: [] as string[],
    }
    for (const row of rows(await readFile(path.join(FOLDER, 'names.csv'), 'utf8'))) {
      if (WITHOUT_ALIAS.has(row.no)) continue
      const found = await find(row.kind === 'organisation' ? 'account-holder' : 'client', personOf(row))
      if (found === 'none' && row.expected === 'strong') wrong.strongIsNone.push(row.no)
      if (found === 'none' && row.expected === 'possible') wrong.possibleIsNone.push(row.no)
      if (found !== 'none' && row.expected === 'none') wrong.noneMatches.push(row.no)
    }
    expect(wrong).toEqual({ strongIsNone: [], possibleIsNone: [], noneMatches: [] })
  })

  test('of every list find their own entries', async () => {
    const lost: string[] = []
    for (const { id, kind } of await server.context.database.db.select().from(listEntries)) {
      if (kind === 'ship') continue
      const [entry] = await server.context.database.db.transaction(async (tx) => {
        await prepareSearch(tx)
        return entriesById(tx, [id])
      })
      for (const { name, quality } of entry?.names ?? []) {
        if (foldName(name) === '' || quality === 'weak') continue
        if ((await find('account-holder', personOf({ client_name: name }))) === 'none') lost.push(name)
      }
    }
    expect(lost).toEqual([])
  })

  test('have what decides on the match beside them, and ships are stored', async () => {
    const { db } = server.context.database
    const [entry] = await db.select().from(listEntries).where(eq(listEntries.uid, '6900001'))
    expect(entry?.details).toMatchObject({
      reference: ['QDi.001'],
      title: ['Haji'],
      position: ['Invented commander 0'],
      birthTown: ['Invented Town 0, Invented Province, Iraq'],
      listedOn: ['2010-01-10'],
      changedOn: ['2024-02-01'],
    })
    const [ship] = await db.select().from(listEntries).where(eq(listEntries.uid, '30074'))
    expect(ship?.kind).toBe('ship')
  })
})

describe('a newer list', () => {
  test('with other remarks only needs one person', async () => {
    const { body } = await send(['un-remarks-only.xml'])
    expect(body).toMatchObject({ added: 0, changed: 0, changedOtherwise: 25, removed: 0, cautions: [] })
  })

  test('with an entry gone needs a second person, who sees it', async () => {
    const { body } = await send(['un-next-day.xml'])
    const edition = body as Edition
    expect(edition).toMatchObject({
      added: 1,
      removed: 1,
      cautions: expect.arrayContaining(['1 entry is gone.']),
    })
    const refused = await system.put(`/api/system-admin/lists/${edition.id}/in-force`)
    expect(refused).toMatchObject({ status: 409, body: { code: 'second-person' } })
    const preview = await second.get(`/api/system-admin/lists/${edition.id}/preview`)
    expect(preview.body).toMatchObject({ gone: ['SALIM HAMDAN AL-QURTUBI'], complete: true, people: [] })
    await startUsing(edition)
  })

  test('that is older or short is refused', async () => {
    expect(await send(['un.xml'])).toMatchObject({
      status: 409,
      body: {
        code: 'list-older',
        detail: expect.stringMatching(/^The list is older than the one in use\./u),
      },
    })
    expect(await send(['un-short.xml'])).toMatchObject({
      status: 409,
      body: { detail: '8 entries instead of 25: probably incomplete. Please download it again.' },
    })
  })
})

test('the people of a preview are those that the job finds afterwards', async () => {
  const { context } = server
  const { db } = context.database
  const names = [
    'Baobab Testperson',
    'Korhaan Mostert Fictie',
    'Protea Vandermeer',
    'Aloe Quillfeather',
    'Marula Okonjo',
  ]
  for (const fullName of names) await makeUser(context, { role: 'wealth_manager', fullName })
  const reader = await server.as((await makeUser(context, { role: 'admin' })).username)
  await screenStaff(context)
  await screenListChanges(context)
  const random = randomFrom(7)
  const openHits = async () => {
    const rows = await db.select({ id: hits.id }).from(hits).where(eq(hits.state, 'open'))
    return new Set(rows.map(({ id }) => id))
  }
  for (let round = 0; round < 10; round += 1) {
    const listed = Array.from({ length: 30 }, (_, at) => {
      const name = names[Math.floor(random() * names.length * 4)] ?? `Filler${at} Placeholder${round}`
      return `P${at},internal,${random() < 0.5 ? name : name.replace('e', 'i')},,,,,`
    })
    const file = ['uid,kind,name,aliases,birth,countries,documents,note', ...listed].join('\n')
    const loaded = await sendList(system, file, '2026-11-28', 'Another list.')
    expect([loaded.status, loaded.text]).toEqual([200, loaded.text])
    const edition = loaded.body as Edition
    const { matches, people } = (await reader.get(`/api/system-admin/lists/${edition.id}/preview`))
      .body as ListPreview
    const before = await openHits()
    await startUsing(edition)
    await screenListChanges(context)
    const opened = [...(await openHits())].filter((id) => !before.has(id))
    expect([round, matches, people.length]).toEqual([round, opened.length, Math.min(opened.length, 20)])
  }
})

import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { desc } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeUser } from '#app/demo/factories/users.ts'
import { listEditions } from '#features/screening/schema.ts'
import { dueDiligenceOn } from '#test/support/due-diligence.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import type { HttpSession } from '#test/support/http.ts'
import { readableLists, refusedLists, sendFiles, TRUTH_LISTS } from '#test/support/screening/list-files.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { fetchUnList } from './fetch-un-list.ts'
import { loadListFiles } from './list-files.ts'

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
afterEach(async () => {
  await server.context.database.db.delete(listEditions)
})
afterAll(() => server.close())

/** The context with other settings, and what is logged as an error. */
function withSettings(changed: { listsDir?: string; listsFetchUrl?: URL }) {
  const { settings, log } = server.context
  const error = vi.fn<(details: object, message: string) => void>()
  const context = {
    ...server.context,
    settings: { ...settings, dueDiligence: { ...settings.dueDiligence, ...changed } },
    log: Object.assign(Object.create(log) as typeof log, { error }),
  }
  return { context, logged: () => error.mock.calls.map(([, message]) => message) }
}

let folders = 0
const parent = makeFolder('lists-')
function folderOf(names: readonly string[]): string {
  const folder = path.join(parent, String((folders += 1)))
  mkdirSync(folder)
  for (const name of names) copyFileSync(path.join(TRUTH_LISTS, name), path.join(folder, name))
  return folder
}

async function newest() {
  const [row] = await server.context.database.db
    .select()
    .from(listEditions)
    .orderBy(desc(listEditions.loadedAt))
    .limit(1)
  return row
}

/** A list of a United Nations' file is in use that two people have started. */
async function useUn(name: string): Promise<void> {
  const { body } = await sendFiles(server, system, [name], 'It is made up.')
  const { id } = body as { id: string }
  expect((await second.put(`/api/system-admin/lists/${id}/in-force`)).status).toBe(200)
}

describe('the folder of lists', () => {
  test.each(readableLists)('has %j: it is in use', async (names, expected) => {
    const { context, logged } = withSettings({ listsDir: folderOf(names) })
    expect([await loadListFiles(context), logged()]).toEqual([1, []])
    expect(await newest()).toMatchObject({ ...expected, inForceAt: expect.any(Date), loadedBy: null })
    expect(await loadListFiles(context)).toBe(0)
  })

  test.each(refusedLists)('has %j: they are refused in words', async (names, why) => {
    const { context, logged } = withSettings({ listsDir: folderOf(names) })
    expect([await loadListFiles(context), logged()]).toEqual([0, [`a sanctions list was refused: ${why}`]])
    expect(await newest()).toBeUndefined()
  })

  test('has a list that loses something, or a small first one: it waits for two people', async () => {
    for (const [name, caution] of [
      ['firm-bad-row.csv', /^Row 4 is left out/u],
      ['un.xml', /^A UN list has about 1,000 entries\. This one has 25\.$/u],
    ] as const) {
      const { context } = withSettings({ listsDir: folderOf([name]) })
      expect(await loadListFiles(context)).toBe(1)
      const edition = await newest()
      expect(edition).toMatchObject({ inForceAt: null, cautions: [expect.stringMatching(caution)] })
      const start = (session: HttpSession) => session.put(`/api/system-admin/lists/${edition?.id}/in-force`)
      // The first one asks, the second one starts it.
      expect((await start(system)).body).toMatchObject({ inForceAt: null })
      expect((await start(system)).status).toBe(409)
      expect((await start(second)).body).toMatchObject({ inForceAt: expect.any(String) })
    }
  })

  test('has a newer list without an entry: it waits, and one with other remarks is in use', async () => {
    await useUn('un.xml')
    const listsDir = folderOf(['un-remarks-only.xml'])
    expect(await loadListFiles(withSettings({ listsDir }).context)).toBe(1)
    expect(await newest()).toMatchObject({ inForceAt: expect.any(Date), inForceBy: null })
    expect(await loadListFiles(withSettings({ listsDir: folderOf(['un-next-day.xml']) }).context)).toBe(1)
    expect(await newest()).toMatchObject({ inForceAt: null, removedUids: ['6900001'] })
  })
})

describe('the download of the United Nations list', () => {
  const servers: Server[] = []
  afterAll(() => {
    for (const one of servers) one.close()
  })
  async function served(listener: RequestListener): Promise<URL> {
    const one = createServer(listener)
    servers.push(one)
    await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve))
    return new URL(`http://127.0.0.1:${(one.address() as AddressInfo).port}/list.xml`)
  }
  const truth = (name: string) => readFileSync(path.join(TRUTH_LISTS, name))

  test('is off by default', async () => {
    expect(await fetchUnList(server.context)).toBe(false)
  })

  test('is checked as a file of the folder: one without losses is in use, another one waits', async () => {
    await useUn('un.xml')
    let name = 'un-remarks-only.xml'
    const { context, logged } = withSettings({
      listsFetchUrl: await served((_request, response) => response.end(truth(name))),
    })
    expect(await fetchUnList(context)).toBe(true)
    expect(await newest()).toMatchObject({ inForceAt: expect.any(Date), loadedBy: null })
    expect(await fetchUnList(context)).toBe(false)
    name = 'un-next-day.xml'
    expect(await fetchUnList(context)).toBe(true)
    expect(await newest()).toMatchObject({ inForceAt: null, files: [{ name: 'un.xml' }] })
    expect(logged()).toEqual([])
  })

  test.each<[string, RequestListener, RegExp]>([
    ['another list', (_request, response) => response.end(truth('sdn.xml')), /another list: OFAC/u],
    ['a web page', (_request, response) => response.end('<html></html>'), /web page/u],
    [
      'a redirect',
      (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
      /could not be downloaded/u,
    ],
    ['an error', (_request, response) => response.writeHead(503).end(), /could not be downloaded/u],
    [
      'the half of a file',
      (_request, response) => {
        response.writeHead(200, { 'content-length': '100000' })
        response.write(truth('un.xml').subarray(0, 5000), () => response.destroy())
      },
      /could not be downloaded/u,
    ],
  ])('answers with %s: it is refused, and the list in use stays', async (_what, listener, why) => {
    await useUn('un.xml')
    const before = await newest()
    const { context, logged } = withSettings({ listsFetchUrl: await served(listener) })
    expect(await fetchUnList(context)).toBe(false)
    expect(logged()).toEqual([expect.stringMatching(why)])
    expect(await newest()).toEqual(before)
  })
})

import type { Browser, Page } from 'playwright-core'
import { findRunningPostgres } from '#base/server/embedded-postgres/embedded-postgres.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import type { Measurement, Row, Scale } from './measurement.ts'
import { median } from './support/alternate.ts'
import { fromAnswerToRows, memoryUse, noteList, scrollOn } from './support/list-times.ts'
import { atMost } from './support/rows.ts'
import { seedApplications } from './support/seed-applications.ts'
import { startBenchServer, tokenIn, type BenchServer } from './support/server.ts'
import { openBrowser } from './support/slow-browser.ts'

const APPLICATIONS = 100_000
const LIST = '/api/admin/applications'

const FIRST_ROWS_MS = 300
const FRAME_MS = 50
const GROWTH = 1.2

/** Rows scrolled before memory is first measured: by then the list discards rows. */
const ROWS_BEFORE = 2_000
const ROWS = 20_000
/** `--quick` runs two rounds. */
const QUICK_ROWS = 4_000
const QUICK_ROUNDS = 2
/** 600 rows per second at 60 frames, some 40 screens. */
const ROWS_PER_FRAME = 10

/** Lets the browser use plain HTTP; in production the server requires HTTPS. */
const PLAIN_HTTP = { NODE_ENV: 'development', BASE_URL: '', DEMO: '0' }

async function seed(server: BenchServer): Promise<void> {
  const found = await findRunningPostgres({ dataDir: server.dataDir, log: () => undefined })
  if (found === undefined) throw new Error('The database is not running.')
  await seedApplications(found.ownerUrl, APPLICATIONS)
}

/** Opens the admins' list in a browser of its own, signed in. */
async function withList<Result>(
  browser: Browser,
  { url, token }: { url: string; token: string },
  run: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    await context.addCookies([{ name: 'session', value: token, url }])
    const page = await context.newPage()
    await noteList(page)
    await page.goto(`${url}/admin`)
    return await run(page)
  } finally {
    await context.close()
  }
}

async function measureScrolling(page: Page, rows: number): Promise<Row[]> {
  await fromAnswerToRows(page, LIST)
  const session = await page.context().newCDPSession(page)
  const long = await scrollOn(page, ROWS_BEFORE, ROWS_PER_FRAME)
  const before = await memoryUse(page, session)
  long.push(...(await scrollOn(page, rows, ROWS_PER_FRAME)))
  const after = await memoryUse(page, session)
  const megabytes = ({ heapBytes }: { heapBytes: number }) => (heapBytes / 1e6).toFixed(1)
  return [
    {
      what: `The longest frame while scrolling through ${(ROWS_BEFORE + rows).toLocaleString('en-ZA')} rows`,
      measured:
        long.length === 0
          ? `none over ${FRAME_MS} ms`
          : `${Math.max(...long).toFixed(0)} ms (${long.length} over ${FRAME_MS} ms)`,
      promised: `at most ${FRAME_MS} ms`,
      met: long.length === 0,
    },
    atMost(
      `The page's heap after ${rows.toLocaleString('en-ZA')} further rows, of that before them`,
      after.heapBytes / before.heapBytes,
      GROWTH,
      'times',
      `${megabytes(after)} of ${megabytes(before)} MB`,
    ),
    atMost(
      'The nodes of its document, likewise',
      after.nodes / before.nodes,
      GROWTH,
      'times',
      `${after.nodes} of ${before.nodes}`,
    ),
  ]
}

async function measureList(browser: Browser, server: BenchServer, { rounds }: Scale): Promise<Row[]> {
  const admin = await makeUser(server.factories, { role: 'admin' })
  const whose = { url: server.url, token: tokenIn(await server.signIn(admin)) }
  const times: number[] = []
  // The first round warms up server and database.
  for (let round = 0; round <= rounds * 2; round += 1) {
    const taken = await withList(browser, whose, (page) => fromAnswerToRows(page, LIST))
    if (round > 0) times.push(taken)
  }
  const rows = rounds <= QUICK_ROUNDS ? QUICK_ROWS : ROWS
  return [
    atMost(
      "From the list's answer to its first rows on the screen",
      median(times),
      FIRST_ROWS_MS,
      'ms',
      `the slowest of ${times.length}: ${Math.max(...times).toFixed(0)} ms`,
    ),
    ...(await withList(browser, whose, (page) => measureScrolling(page, rows))),
  ]
}

export default {
  name: 'List in a browser',
  about: `The admins’ list of ${APPLICATIONS.toLocaleString('en-ZA')} applications in Chromium at 1440 by 900, network and processor as they are: opened, and scrolled by ${ROWS_PER_FRAME} rows a frame.`,
  async measure(scale) {
    const server = await startBenchServer({ env: PLAIN_HTTP })
    const browser = await openBrowser()
    try {
      await seed(server)
      return await measureList(browser, server, scale)
    } finally {
      await browser.close()
      await server.stop()
    }
  },
} satisfies Measurement

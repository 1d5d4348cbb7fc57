import type { Page } from '@playwright/test'
import pg from 'pg'
import type { BodyOf } from '#base/rules/api/contract.ts'
import { startCollector, type Collector } from '#test/support/collector.ts'
import { expect, test as withProduct } from '#test/support/e2e/fixtures.ts'
import { addClient, signIn } from '#test/support/e2e/people.ts'
import type { Product } from '#test/support/e2e/product.ts'

const test = withProduct.extend<object, { collector: Collector }>({
  collector: [
    async ({ browser }, provide) => {
      const collector = await startCollector()
      browser.once('disconnected', () => void collector.close())
      await provide(collector)
    },
    { scope: 'worker' },
  ],
  variables: ({ collector }, provide) => provide({ OTLP_ENDPOINT: collector.endpoint.href }),
})

const TYPED = 'Thandiwe Ngcobo-Smythe'
const NUMBER = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/u

/** The error number shown on screen. */
async function numberOn(page: Page): Promise<string> {
  const text = page.getByText(/give us this number/u).first()
  await expect(text).toBeVisible()
  return NUMBER.exec(await text.innerText())?.[0] ?? 'none'
}

interface Logged {
  reqId: string
  msg: string
  traceId: string
  err?: { stack: string }
}

/** Log lines and traces with a number. */
async function foundBy(number: string, product: Product, collector: Collector) {
  const lines = product.log().split('\n')
  const line = lines.find((one) => one.startsWith('{') && one.includes(number)) ?? '{}'
  const traced = () =>
    collector.spans().find(({ attributes }) => attributes['onboarding.request_id'] === number)
  await expect.poll(traced, { timeout: 10_000 }).toBeDefined()
  return { logged: JSON.parse(line) as Logged, traced: traced() }
}

async function asOwner({ context }: Product, statement: string) {
  const client = new pg.Client({ connectionString: context.database.pool.options.connectionString })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

test('an error number finds the log lines and the trace', async ({ page, product, collector, watch }) => {
  const client = await addClient(product.context, {})
  await signIn(page.context(), client)
  watch.expect(500, '/api/')
  await asOwner(product, 'alter table applications rename to applications_away')
  try {
    await page.goto('/')
    const number = await numberOn(page)
    const { logged, traced } = await foundBy(number, product, collector)
    expect(logged).toMatchObject({ reqId: number, msg: 'a request failed', traceId: traced?.traceId })
    // The bundle keeps function names.
    expect(logged.err?.stack).toContain('at async applicationOfSession')
    expect(traced?.status).toEqual({ code: 2 })
  } finally {
    await asOwner(product, 'alter table applications_away rename to applications')
  }
})

test('the number of a page that broke in the browser does too, and nothing that was typed goes along', async ({
  page,
  product,
  collector,
  watch,
}) => {
  const client = await addClient(product.context, {})
  await signIn(page.context(), client)
  await page.route('**/assets/account-page-*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `export function AccountPage() { throw new TypeError('cannot read ${TYPED}') }`,
    }),
  )
  const report = page.waitForRequest('**/api/broken-pages')
  await page.goto('/account')
  const number = await numberOn(page)
  const { logged, traced } = await foundBy(number, product, collector)
  expect(logged).toMatchObject({
    reqId: number,
    msg: 'a page failed in a browser',
    traceId: traced?.traceId,
  })
  expect(traced?.name).toBe('POST /api/broken-pages')
  const { kind, places, ...more } = (await report).postDataJSON() as BodyOf<'POST /api/broken-pages'>
  expect(kind).toBe('TypeError')
  expect(places.length).toBeGreaterThan(0)
  expect(more).toEqual({})
  expect(`${product.log()}${collector.wire()}`).not.toContain(TYPED)
  // React logs each caught error itself.
  expect(watch.problems.splice(0)).toEqual([expect.stringContaining('TypeError')])
})

import { randomInt } from 'node:crypto'
import {
  expect,
  test as base,
  type APIRequestContext,
  type BrowserContext,
  type Page,
} from '@playwright/test'
import { testsUseBuckets } from '#test/support/s3-endpoint.ts'
import type { Product, ProductOptions } from './product.ts'
import { Products } from './products.ts'
import { translatePages } from './translator.ts'
import { Watch } from './watch.ts'

interface TestFixtures extends ProductOptions {
  /** Whether the browser translates every page, as Chrome does. */
  translated: boolean
  product: Product
  /** Fails the test on unexpected browser errors. */
  watch: Watch
  /** Opens another browser, such as one on another device. */
  openBrowser: () => Promise<{ context: BrowserContext; page: Page }>
  /** A session without a browser, with its own cookies. */
  elsewhere: { request: APIRequestContext }
}

interface WorkerFixtures {
  products: Products
}

const PRODUCT_TIMEOUT_MS = 120_000

/**
 * A unique client address per test, because rate limits count by address. Not with a bucket, where the extra header
 * would need a CORS permission.
 */
function someAddress(): Record<string, string> {
  if (testsUseBuckets()) return {}
  return { 'x-forwarded-for': [10, randomInt(256), randomInt(256), 1 + randomInt(254)].join('.') }
}

/** Tests of the running product in watched browsers. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  variables: [{}, { option: true }],
  clockMoves: [false, { option: true }],
  translated: [false, { option: true }],
  products: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const products = new Products()
      await provide(products)
      await products.close()
    },
    { scope: 'worker', timeout: PRODUCT_TIMEOUT_MS },
  ],
  product: [
    async ({ products, variables, clockMoves }, provide, { file }) =>
      provide(await products.of(file, { variables, clockMoves })),
    { timeout: PRODUCT_TIMEOUT_MS },
  ],
  baseURL: async ({ product }, provide) => provide(product.url),
  extraHTTPHeaders: async ({ extraHTTPHeaders }, provide) =>
    provide({ ...extraHTTPHeaders, ...someAddress() }),
  watch: async ({ product }, provide, testInfo) => {
    const watch = new Watch([product.url, product.context.store.uploadOrigin])
    await provide(watch)
    if (testInfo.status !== testInfo.expectedStatus || watch.problems.length > 0) {
      await testInfo.attach('what the server said', { body: product.log() })
    }
    expect(watch.problems, 'errors in the browser').toEqual([])
  },
  context: async ({ context, watch, translated }, provide) => {
    await watch.over(context)
    if (translated) await translatePages(context)
    await provide(context)
  },
  openBrowser: async ({ browser, watch, translated }, provide) => {
    const opened: BrowserContext[] = []
    await provide(async () => {
      const context = await browser.newContext()
      await watch.over(context)
      if (translated) await translatePages(context)
      opened.push(context)
      return { context, page: await context.newPage() }
    })
    for (const context of opened) await context.close()
  },
  elsewhere: async ({ playwright, product }, provide) => {
    const request = await playwright.request.newContext({
      baseURL: product.url,
      extraHTTPHeaders: someAddress(),
    })
    await provide({ request })
    await request.dispose()
  },
})

export { expect }

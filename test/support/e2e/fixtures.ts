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
  /** Fails the test on errors in a browser that it did not provoke. */
  watch: Watch
  /** Opens another browser, on another device say. */
  openBrowser: () => Promise<{ context: BrowserContext; page: Page }>
  /** A user elsewhere of whom no test looks at a screen: calls alone, with cookies of their own. */
  elsewhere: { request: APIRequestContext }
}

interface WorkerFixtures {
  products: Products
}

const PRODUCT_TIMEOUT_MS = 120_000

/**
 * Throttling counts by address: each test comes from one of its own. Not where files go to a bucket: a browser would
 * ask there whether it may send this header too, which it has in tests alone.
 */
function someAddress(): Record<string, string> {
  if (testsUseBuckets()) return {}
  return { 'x-forwarded-for': [10, randomInt(256), randomInt(256), 1 + randomInt(254)].join('.') }
}

/** Tests of the running product, in browsers that are watched. */
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

import type { Page } from '@playwright/test'

/** Keeps calls back until they are let go: what shows meanwhile can be looked at. */
export async function holdCall(page: Page, path: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Has calls answered with a failure that the server did not mean: that of a proxy, say. */
export async function failCall(
  page: Page,
  path: string,
  status: number,
  method?: string,
): Promise<() => Promise<void>> {
  await page.route(path, async (route) => {
    if (method === undefined || route.request().method() === method) await route.fulfill({ status, body: '' })
    else await route.fallback()
  })
  return () => page.unroute(path)
}

/** Cuts the connection for calls. */
export async function cutCall(page: Page, path: string): Promise<() => Promise<void>> {
  await page.route(path, (route) => route.abort('connectionfailed'))
  return () => page.unroute(path)
}

import type { Page } from '@playwright/test'
import type { AnswerOf, ContractKey } from '#base/rules/api/contract.ts'
import type { Watch } from './watch.ts'

/** Delays calls until released, to show the state meanwhile. */
export async function holdCall(page: Page, path: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Answers calls with an error from outside the server, such as a proxy's. */
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

/** Changes responses before the page gets them, for example values that depend on the machine. */
export async function answerOtherwise<Key extends ContractKey>(
  page: Page,
  key: Key,
  change: (answer: AnswerOf<Key>) => AnswerOf<Key>,
): Promise<void> {
  await page.route(key.slice(key.indexOf('/')), async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as AnswerOf<Key>
    await route.fulfill({ response, json: change(answer) })
  })
}

/** Drops the connection of calls, always or a number of times. */
export async function cutCall(page: Page, path: string, times = Infinity): Promise<() => Promise<void>> {
  await page.route(path, (route) => route.abort('connectionfailed'), { times })
  return () => page.unroute(path)
}

/**
 * Lets the server process calls, and drops the connection before the response.
 *
 * @param times how often; by default always
 * @returns statuses of the lost responses so far
 */
export async function loseAnswers(page: Page, path: string, times = Infinity): Promise<readonly number[]> {
  const lost: number[] = []
  await page.route(
    path,
    async (route) => {
      const answer = await route.fetch()
      lost.push(answer.status())
      await route.abort('connectionreset')
    },
    { times },
  )
  return lost
}

const DRAFTS = '**/api/application?draft=1'

/**
 * Blocks autosaves of a page, so that another user can save first.
 *
 * @returns a function that allows them again
 */
export async function holdDrafts(page: Page, watch: Watch): Promise<() => Promise<void>> {
  watch.expect('no answer', '/api/application')
  return cutCall(page, DRAFTS)
}

import type { Page } from '@playwright/test'
import type { AnswerOf, ContractKey } from '#domain/api/contract.ts'
import type { Watch } from './watch.ts'

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

/** Has the page shown what the server answers with something else in it: what depends on the machine of the tests, say. */
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

/** Cuts the connection for calls, each time unless told how often. */
export async function cutCall(page: Page, path: string, times = Infinity): Promise<() => Promise<void>> {
  await page.route(path, (route) => route.abort('connectionfailed'), { times })
  return () => page.unroute(path)
}

/**
 * Lets calls reach the server, which does what they ask for, and cuts the connection before its answer arrives.
 *
 * @param times how often; every time unless told otherwise
 * @returns the statuses of the answers that were lost, as far as they are
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
 * Keeps what is typed on a page from being saved on its own, for a test in which another user has to be first.
 *
 * @returns lets drafts through again
 */
export async function holdDrafts(page: Page, watch: Watch): Promise<() => Promise<void>> {
  watch.expect('no answer', '/api/application')
  return cutCall(page, DRAFTS)
}

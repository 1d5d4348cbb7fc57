import type { Page } from '@playwright/test'
import { eq, inArray } from 'drizzle-orm'
import { applications } from '#features/access/schema/tables.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { addManager, type Manager } from '#test/support/e2e/people.ts'
import type { Product } from '#test/support/e2e/product.ts'
import { addToBook, dialog, openAsAdmin } from '#test/support/e2e/staff.ts'

const ROWS = 300
const PAGE = 100
const MINUTE_MS = 60_000

/** Submitted applications of a manager, a minute apart, the earliest first. */
async function fillQueue(product: Product, manager: Manager): Promise<string[]> {
  const first = Date.now() - 2 * ROWS * MINUTE_MS
  const ids: string[] = []
  const make = async (number: number) => {
    const client = await addToBook(product, {
      fullName: `Walked ${number}`,
      username: `walked.${number}@walk.example`,
      manager,
      status: 'submitted',
      createdAt: new Date(first + number * MINUTE_MS),
    })
    ids[number] = client.applicationId
  }
  for (let begun = 0; begun < ROWS; begun += 10) {
    await Promise.all(Array.from({ length: 10 }, (_, more) => make(begun + more)))
  }
  return ids
}

const opened = (page: Page) => new URL(page.url()).searchParams.get('application')

/** Presses J a number of times, each as soon as the next link is updated; returns the last position. */
async function pressJ(page: Page, times: number): Promise<string[]> {
  return page.evaluate(async (count) => {
    const here = (address: string) => new URL(address, location.href).searchParams.get('application') ?? ''
    const next = () => {
      const link = document.querySelector<HTMLAnchorElement>('[data-neighbour="next"]')
      return link === null ? null : here(link.href)
    }
    const walked: string[] = []
    while (walked.length < count) {
      const now = here(location.href)
      while (next() === null || next() === now) await new Promise(requestAnimationFrame)
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true, cancelable: true }))
      walked.push(here(location.href))
    }
    return walked
  }, times)
}

test('J moves through 300 applications in the panel, each once, while others are added and removed', async ({
  page,
  product,
}) => {
  const manager = await addManager(product.context, { letter: false })
  const ids = await fillQueue(product, manager)
  const { db } = product.context.database
  const readOn: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/admin/applications' && searchParams.has('cursor')) readOn.push(pathname)
  })
  const filter = `wealthManager=${manager.id}&status=submitted&sort=createdAt&direction=asc`
  await openAsAdmin(page, product, `/admin?${filter}&application=${ids[0]}`)
  const summary = dialog(page, 'Application Summary')
  await expect(summary).toContainText(`1 of ${ROWS}`)
  const walked = [ids[0] ?? '']

  const stepTo = async (count: number) => {
    walked.push(...(await pressJ(page, count - walked.length)))
  }

  await test.step('the next page loads before the end of the list', async () => {
    await stepTo(PAGE - 20)
    await expect.poll(() => readOn.length).toBeGreaterThan(0)
    await stepTo(ROWS / 2)
    await expect(summary).toContainText(`${ROWS / 2} of ${ROWS}`)
  })

  const [here, next, later] = [149, 150, 220].map((position) => ids[position] ?? '') as [
    string,
    string,
    string,
  ]
  await test.step('changes in the list keep the reader’s position', async () => {
    await addToBook(product, {
      fullName: 'Walked before all',
      username: 'walked.before@walk.example',
      manager,
      status: 'submitted',
      createdAt: new Date(Date.now() - 3 * ROWS * MINUTE_MS),
    })
    // Another user decides the open application, the previous one and a later one.
    await db
      .update(applications)
      .set({ status: 'under_review', statusChangedAt: new Date() })
      .where(inArray(applications.id, [here, next, later]))
    // A user who returns while a page of the list is loading sees the change on the next return.
    await expect(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
      expect(await summary.textContent()).toContain(`${ROWS / 2} of ${ROWS - 2}`)
    }).toPass()
    expect(opened(page)).toBe(here)
    await expect(summary).toContainText('walked.149@walk.example')
  })

  await test.step('and every other one is come by once, in order, to the last', async () => {
    await stepTo(ROWS - 2)
    expect(walked).toEqual(ids.filter((id) => id !== next && id !== later))
    await expect(summary.getByRole('link', { name: 'Next', exact: true })).toHaveCount(0)
    await expect(summary).toContainText('walked.299@walk.example')
  })

  await db.delete(applications).where(eq(applications.wealthManagerId, manager.id))
})

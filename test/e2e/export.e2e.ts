import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { findViolations } from '#test/support/e2e/axe.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { addManager } from '#test/support/e2e/people.ts'
import { widthBeyond } from '#test/support/e2e/photograph.ts'
import { addToBook, expectNames, openAsAdmin, openAsManager } from '#test/support/e2e/staff.ts'

/** Takes the list that is shown, as its browser keeps it. */
async function exported(page: Page, format: 'CSV' | 'Excel'): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: `Export the list as ${format}` }).click(),
  ])
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
}

const namesIn = ({ bytes }: { bytes: Buffer }) =>
  bytes
    .toString()
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((row) => row.split(',')[1])

test('an admin takes away the list that is shown, in its order', async ({ page, product }) => {
  const manager = await addManager(product.context, { letter: false })
  const submitted = { manager, status: 'submitted' } as const
  await addToBook(product, {
    ...submitted,
    fullName: 'Zanele Export',
    username: 'zanele.export@people.example',
  })
  await addToBook(product, { ...submitted, fullName: 'Anna Export', username: 'anna.export@people.example' })
  await addToBook(product, { manager, fullName: 'Draft Export', username: 'draft.export@people.example' })
  await openAsAdmin(page, product, '/admin?status=submitted&search=export&sort=fullName&direction=asc')
  await expectNames(page, ['Anna Export', 'Zanele Export'])

  const csv = await exported(page, 'CSV')
  expect(csv.name).toMatch(/^applications-\d{4}-\d\d-\d\d\.csv$/u)
  expect(namesIn(csv)).toEqual(['Anna Export', 'Zanele Export'])
  const workbook = await exported(page, 'Excel')
  expect(workbook.name).toMatch(/\.xlsx$/u)
  expect(workbook.bytes.subarray(0, 2).toString()).toBe('PK')

  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect(await findViolations(page)).toEqual([])
    expect(await widthBeyond(page)).toBeLessThanOrEqual(0)
  }
})

test('a wealth manager takes away their own clients', async ({ page, product }) => {
  const manager = await addManager(product.context, { letter: false })
  const other = await addManager(product.context, { letter: false })
  const submitted = { manager, status: 'submitted' } as const
  await addToBook(product, { fullName: 'Own Client', username: 'own.client@people.example', ...submitted })
  await addToBook(product, { fullName: 'Not Theirs', username: 'not.theirs@people.example', manager: other })
  await openAsManager(page, manager)
  await expectNames(page, ['Own Client'])
  expect(namesIn(await exported(page, 'CSV'))).toEqual(['Own Client'])
})

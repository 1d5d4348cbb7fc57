import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { findViolations } from '#test/support/e2e/axe.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, expectNotification } from '#test/support/e2e/forms.ts'
import { makeDocument } from '#app/demo/factories/documents.ts'
import { expectSound } from '#test/support/e2e/sound.ts'
import { addManager } from '#test/support/e2e/people.ts'
import { widthBeyond } from '#test/support/e2e/screenshot.ts'
import { addToBook, expectNames, openAsAdmin, openAsManager, openToolbar } from '#test/support/e2e/staff.ts'

interface Saved {
  name: string
  bytes: Buffer
}

/** The file that a click downloads. */
async function savedBy(page: Page, pressed: Locator): Promise<Saved> {
  const [download] = await Promise.all([page.waitForEvent('download'), pressed.click()])
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
}

/** Downloads the current list. */
async function exported(page: Page, format: 'CSV' | 'Excel'): Promise<Saved> {
  const more = await openToolbar(page, 'More')
  return savedBy(page, more.getByRole('link', { name: `Export the list as ${format}` }))
}

const tick = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` }).check()

const chosenAs = (page: Page, format: 'CSV' | 'Excel') => button(page, `Export selection as ${format}`)

const namesIn = ({ bytes }: { bytes: Buffer }) =>
  bytes
    .toString()
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((row) => row.split(';')[1])

test('an admin exports the current list in its order', async ({ page, product }) => {
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
  await addToBook(product, { fullName: 'Not Theirs', username: 'not.ours@people.example', manager: other })
  await openAsManager(page, manager)
  await expectNames(page, ['Own Client'])
  expect(namesIn(await exported(page, 'CSV'))).toEqual(['Own Client'])
})

test('an admin exports selected rows as a list, and their documents as one file', async ({
  page,
  product,
  watch,
}) => {
  const manager = await addManager(product.context, { letter: false })
  const add = (name: string) =>
    addToBook(product, {
      manager,
      status: 'submitted',
      fullName: `${name} Ticket`,
      username: `${name.toLowerCase()}.ticket@people.example`,
    })
  const [bongi, dineo, palesa] = [await add('Bongi'), await add('Dineo'), await add('Palesa')]
  for (const { id, applicationId } of [bongi, palesa]) {
    const document = { kind: 'payslip', ownerId: id, applicationId, name: 'March.pdf' } as const
    await makeDocument(product.context, document)
  }
  await openAsAdmin(page, product, '/admin?search=ticket&sort=fullName&direction=desc')
  await expectNames(page, ['Palesa Ticket', 'Dineo Ticket', 'Bongi Ticket'])
  await tick(page, 'Palesa Ticket')
  await tick(page, 'Bongi Ticket')
  await expectSound(page)

  await test.step('the ticked rows alone, in the order of the list', async () => {
    const csv = await savedBy(page, chosenAs(page, 'CSV'))
    expect(csv.name).toMatch(/^applications-\d{4}-\d\d-\d\d\.csv$/u)
    expect(namesIn(csv)).toEqual(['Palesa Ticket', 'Bongi Ticket'])
    const workbook = await savedBy(page, chosenAs(page, 'Excel'))
    expect([workbook.name.endsWith('.xlsx'), workbook.bytes.subarray(0, 2).toString()]).toEqual([true, 'PK'])
  })

  await test.step('documents are in one folder for each application', async () => {
    const archive = await savedBy(page, button(page, 'Download documents'))
    expect(archive.name).toMatch(/^applications-\d{4}-\d\d-\d\d\.zip$/u)
    const names = archive.bytes
      .toString('latin1')
      .match(/[A-Z]+-\w{4}-\d\d \w+ Ticket\/Payslips\/March\.pdf/gu)
    expect(new Set(names?.map((name) => name.split(' ')[1]))).toEqual(new Set(['Palesa', 'Bongi']))
    expect(archive.bytes.includes('Dineo')).toBe(false)
  })

  await test.step('all that match are the list as its filter has it', async () => {
    await button(page, 'Clear').click()
    await page.getByRole('checkbox', { name: 'Select all 3' }).click()
    expect(namesIn(await savedBy(page, chosenAs(page, 'CSV')))).toHaveLength(3)
    const archive = await savedBy(page, button(page, 'Download documents'))
    expect(archive.bytes.includes(dineo.applicationId)).toBe(true)
  })

  await test.step('on a phone, with a message about missing applications', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.reload()
    await button(await openToolbar(page, 'Filter and more'), 'Select clients').click()
    await page.keyboard.press('Escape')
    await tick(page, 'Dineo Ticket')
    await tick(page, 'Bongi Ticket')
    await expectSound(page)
    expect(await widthBeyond(page)).toBeLessThanOrEqual(0)
    await product.context.database.pool.query('delete from applications where id = $1', [dineo.applicationId])
    expect(namesIn(await savedBy(page, chosenAs(page, 'CSV')))).toEqual(['Bongi Ticket'])
    await expectNotification(
      page,
      'Not all were exported',
      'The file has 1 application. 1 of those you chose is no longer in your list.',
    )
    await button(page, 'Clear').click()
    await tick(page, 'Dineo Ticket')
    watch.expect(404, '/api/admin/application-export')
    await chosenAs(page, 'CSV').click()
    await expect(page.getByText('Export Failed', { exact: true })).toBeVisible()
  })
})

test('documents of more than fifty are refused; managers download the selected ones', async ({
  page,
  product,
}) => {
  const manager = await addManager(product.context, { letter: false })
  for (let some = 0; some < 51; some += 1) {
    const fullName = `Fifty Sethole ${some}`
    await addToBook(product, { manager, fullName, username: `fifty.sethole.${some}@people.example` })
  }
  await openAsAdmin(page, product, '/admin?search=sethole&sort=fullName&direction=asc')
  await page.getByRole('checkbox', { name: 'Select all 51' }).click()
  await button(page, 'Download documents').click()
  await expectNotification(
    page,
    'Too Many Applications Chosen',
    'Please choose at most 50 applications at a time to download their documents.',
  )
  await openAsManager(page, manager, '/wealth-manager?search=sethole&sort=fullName&direction=asc')
  await tick(page, 'Fifty Sethole 11')
  const archive = await savedBy(page, button(page, 'Download documents'))
  expect(archive.bytes.toString('latin1')).toMatch(/[A-Z]+-\w{4}-\d\d Fifty Sethole 11\/manifest\.json/u)
  expect(namesIn(await savedBy(page, chosenAs(page, 'CSV')))).toEqual(['Fifty Sethole 11'])
})

import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { findViolations } from '#test/support/e2e/axe.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button } from '#test/support/e2e/forms.ts'
import { addManager, addStaff, signIn, type Person } from '#test/support/e2e/people.ts'
import { widthBeyond } from '#test/support/e2e/screenshot.ts'

/** Of the drop area on a desktop. */
const MAX_DROP_Y = 120

// Numbers and names that no other test on the same server has.
const clients = [
  'E-pos;Naam;ID No;Status;Client since;Adviser',
  'thandi.moved@people.example;Thandi Mokoena;7908175123089;Active;15/03/2017;X Moyaba',
  'zoe.moved@people.example;Zoë O’Brien;109125009083;Prospect;;X Moyaba',
  'not-an-address;Sipho Dube;;Active;15/03/2017;X Moyaba',
  ';;;;;Total: 3',
].join('\r\n')

async function upload(page: Page, text: string): Promise<void> {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'old-system.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
}

/** Without violations of accessibility and sideways scrolling, on desks and phones. */
async function expectSoundAtBothWidths(page: Page): Promise<void> {
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect(await findViolations(page)).toEqual([])
    expect(await widthBeyond(page)).toBeLessThanOrEqual(0)
  }
}

async function confirm(page: Page, person: Person, label: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(person.password)
  await button(dialog, label).click()
}

test('an admin imports clients, corrects one in place, and undoes it', async ({ page, product }) => {
  await addManager(product.context, { fullName: 'Xavier Moyaba' })
  const admin = await addStaff(product.context, 'admin', 'Ayanda Pule')
  await signIn(page.context(), admin)
  await page.goto('/admin/imports')
  await expectSoundAtBothWidths(page)
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download a template' }).click(),
  ])
  expect(template.suggestedFilename()).toBe('clients-template.xlsx')

  await upload(page, clients)
  await expect(button(page, 'Check 4 rows')).toBeVisible()
  await expectSoundAtBothWidths(page)
  await button(page, 'Check 4 rows').click()

  await expect(page.getByText('2 clients will be created, 1 row with errors left out.')).toBeVisible()
  await page.getByRole('button', { name: '1 row Email Address: The email address is not valid.' }).click()
  await expectSoundAtBothWidths(page)
  await button(page, 'Correct row 4: not-an-address').click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('sipho.moved@people.example')
  await page.keyboard.press('Enter')
  await expect(page.getByText('3 clients will be created, 0 rows with errors left out.')).toBeVisible()
  await button(page, 'Import 3 clients').click()
  await confirm(page, admin, 'Import')

  await expect(page.getByText('3 clients created from 4 rows.')).toBeVisible({ timeout: 20_000 })
  for (const subject of ['Your invitation to', 'Your account with']) {
    await page.getByRole('button', { name: `Edit “${subject}` }).click()
    await expect(page.getByRole('group', { name: `Edit “${subject}` }).getByLabel('Subject')).toBeFocused()
  }
  await page.getByRole('group', { name: 'Edit “Your account' }).getByLabel('Text').fill('Hello {name}')
  await expect(page.getByText('{name} is not available here.')).toBeVisible()
  await expectSoundAtBothWidths(page)
  await button(page, 'Undo the import').click()
  await confirm(page, admin, 'Undo the import')
  await expect(page.getByText('3 clients deleted, 0 kept.')).toBeVisible({ timeout: 20_000 })
})

test('a messy client book needs at most six presses, and says what follows', async ({ page, product }) => {
  for (const fullName of ['José Meyer', 'Thabo Kekana', 'Annelise Prinsloo']) {
    await addManager(product.context, { fullName })
  }
  const admin = await addStaff(product.context, 'admin', 'Ayanda Book')
  await signIn(page.context(), admin)
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto('/admin/imports')
  const drop = page.getByText('Drop a file here, or').locator('..')
  expect((await drop.boundingBox())?.y).toBeLessThanOrEqual(MAX_DROP_Y)
  let presses = 0
  const press = async (target: Locator) => {
    presses += 1
    await target.click()
  }
  const chooser = page.waitForEvent('filechooser')
  await press(button(page, 'Choose a file'))
  await (
    await chooser
  ).setFiles(path.join(import.meta.dirname, '../../support/imports/client-book-2026.xlsx'))
  await expect(page.getByText('15 columns recognised.')).toBeVisible()
  await press(button(page, 'Check 205 rows'))
  for (const cause of [
    /^3 rows An earlier row is about the same client/u,
    /^2 rows This row is not about/u,
  ]) {
    await expect(page.getByRole('button', { name: cause })).toBeVisible()
  }
  await expect(page.getByText('5 empty lines')).toBeVisible()
  await press(page.getByRole('button', { name: /^Import 19\d clients$/u }))
  await page.keyboard.type(admin.password)
  await press(button(page.getByRole('dialog'), 'Import'))
  await expect(page.getByText(/^19\d clients created from 205 rows\.$/u)).toBeVisible({ timeout: 60_000 })
  expect(presses).toBeLessThanOrEqual(6)

  await expect(page.getByText(/^\d+ reviews are due now, by the dates in the file\.$/u)).toBeVisible()
  await page.getByText('Show who was not invited').click()
  await expect(page.getByRole('list', { name: 'Rows of the file' }).getByText('Pieter Naidoo')).toBeVisible()
  await button(page, 'Plan the invitations').click()
  await expect(page.getByText(/^1[78]\d clients, in this order: Pieter Naidoo/u)).toBeVisible()
  await button(page, 'Plan again').click()
  await page.getByRole('textbox', { name: 'Rows of the file' }).fill('5-6')
  await button(page, 'Plan the invitations').click()
  await expect(page.getByText(/^2 clients, in this order: Pieter Naidoo, Bongani O’Brien/u)).toBeVisible()
})

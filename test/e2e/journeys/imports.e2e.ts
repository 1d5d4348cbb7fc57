import type { Page } from '@playwright/test'
import { findViolations } from '#test/support/e2e/axe.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, section } from '#test/support/e2e/forms.ts'
import { addManager, addStaff, signIn, type Person } from '#test/support/e2e/people.ts'
import { widthBeyond } from '#test/support/e2e/screenshot.ts'

// Numbers and names that no other test on the same server has.
const clients = [
  'E-pos;Naam;ID No;Status;Client since;Adviser',
  'thandi.moved@people.example;Thandi Mokoena;7908175123089;Active;15/03/2017;X Moyaba',
  'zoe.moved@people.example;Zoë O’Brien;109125009083;Prospect;;X Moyaba',
  'not-an-address;Sipho Dube;;Active;15/03/2017;X Moyaba',
  ';;;;;Total: 3',
].join('\r\n')

async function upload(page: Page, label: string, text: string): Promise<void> {
  await page
    .getByLabel(label)
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

test('an admin imports clients, sees what is wrong, and undoes it', async ({ page, product }) => {
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

  await upload(page, 'File with clients', clients)
  await expect(page.getByRole('heading', { name: 'Match columns' })).toBeVisible()
  await expectSoundAtBothWidths(page)
  await button(page, 'Check each row').click()

  const preview = section(page, 'What will happen')
  await expect(preview.getByText('There is no', { exact: false })).toHaveCount(0)
  await button(preview, 'Errors').click()
  await expect(preview.getByText('The email address is not valid.')).toBeVisible()
  await expectSoundAtBothWidths(page)
  await button(preview, 'Import 2 clients').click()
  await confirm(page, admin, 'Import')

  await expect(page.getByText('2 clients created from 4 rows.')).toBeVisible({ timeout: 20_000 })
  for (const subject of ['Your invitation to', 'Your account with']) {
    await page.getByRole('button', { name: `Edit “${subject}` }).click()
    await expect(page.getByRole('group', { name: `Edit “${subject}` }).getByLabel('Subject')).toBeFocused()
  }
  await page.getByRole('group', { name: 'Edit “Your account' }).getByLabel('Text').fill('Hello {name}')
  await expect(page.getByText('{name} is not available here.')).toBeVisible()
  await expectSoundAtBothWidths(page)
  await button(page, 'Undo the import').click()
  await confirm(page, admin, 'Undo the import')
  await expect(page.getByText('2 clients deleted, 0 kept.')).toBeVisible({ timeout: 20_000 })
})

import type { Page } from '@playwright/test'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, expectNotification, expectProblems, section } from '#test/support/e2e/forms.ts'
import {
  codeField,
  enrolled,
  enterPassword,
  signOut,
  type Enrolment,
} from '#test/support/e2e/authenticator.ts'
import { addStaff, signIn } from '#test/support/e2e/people.ts'
import { expectSound } from '#test/support/e2e/sound.ts'
import { codeAt } from '#test/support/second-factor.ts'

function pageHeading(page: Page, name: string) {
  return page.getByRole('heading', { level: 1, name, exact: true })
}

/** An unused code of the current, previous or next time step, all of which are valid, so that tests need not wait. */
const codeOf = ({ secret }: Enrolment, steps: -1 | 0 | 1) => codeAt(secret, new Date(), steps)

test('an authenticator: set up, asked for, replaced by a recovery code', async ({ page, product, watch }) => {
  watch.expect(400, '/api/account/second-factor/code')
  const admin = await addStaff(product.context, 'admin')
  const stored = await enrolled(page, admin)
  await signOut(page)

  await enterPassword(page, admin)
  await expect(pageHeading(page, 'Enter your code')).toBeVisible()
  await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(codeField(page)).toHaveAttribute('inputmode', 'numeric')
  await page.goto('/admin')
  await expect(page).toHaveURL('/auth')
  await button(page, 'Continue').click()
  await expectProblems(page, [{ field: codeField(page), message: 'Please enter the code' }])
  const code = codeOf(stored, 0)
  await codeField(page).fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.keyboard.press('Enter')
  await expect(pageHeading(page, 'Client Applications')).toBeVisible()
  await signOut(page)

  await enterPassword(page, admin)
  await codeField(page).fill(code)
  await button(page, 'Continue').click()
  await expectProblems(page, [
    {
      field: codeField(page),
      message: 'That code is incorrect or has already been used. Please wait for the next one.',
    },
  ])
  await button(page, 'Use a recovery code').click()
  const recovery = page.getByLabel('Recovery code', { exact: true })
  await recovery.fill(stored.recoveryCodes[0]?.toLowerCase() ?? '')
  await button(page, 'Continue').click()
  await expect(pageHeading(page, 'Client Applications')).toBeVisible()

  await page.getByRole('link', { name: /^Welcome, /u }).click()
  await page.getByRole('link', { name: 'Sign-in', exact: true }).click()
  await expect(section(page, 'Authenticator')).toContainText('Recovery codes left: 9')
})

test('giving up leads back to the sign-in page', async ({ page, product }) => {
  const admin = await addStaff(product.context, 'admin')
  await enrolled(page, admin)
  await signOut(page)
  await enterPassword(page, admin)
  await button(page, 'Use a different account').click()
  await expect(pageHeading(page, 'Sign In')).toBeVisible()
  await page.goto('/admin')
  await expect(page).toHaveURL('/auth')
})

test('new recovery codes, and turning it off', async ({ page, product, watch }) => {
  watch.expect(400, '/api/account/second-factor/recovery-codes')
  const manager = await addStaff(product.context, 'wealth_manager')
  const stored = await enrolled(page, manager)
  const own = section(page, 'Authenticator')

  await button(own, 'Make new recovery codes').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password', { exact: true }).fill('not what it is')
  await codeField(page).fill(codeOf(stored, 0))
  await button(dialog, 'Make new codes').click()
  await expectProblems(page, [
    { field: dialog.getByLabel('Your password', { exact: true }), message: 'That password is incorrect' },
  ])
  await dialog.getByLabel('Your password', { exact: true }).fill(manager.password)
  await button(dialog, 'Make new codes').click()
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  expect(await codes.allInnerTexts()).not.toEqual(stored.recoveryCodes)
  const saved = page.waitForEvent('download')
  await button(dialog, 'Download').click()
  expect((await saved).suggestedFilename()).toBe('recovery-codes.txt')
  await dialog.getByLabel('I have saved these codes in a safe place').check()
  await button(dialog, 'Done').click()

  await button(own, 'Turn off').click()
  await dialog.getByLabel('Your password', { exact: true }).fill(manager.password)
  await codeField(page).fill(codeOf(stored, 1))
  await button(dialog, 'Turn off').click()
  await expect(button(own, 'Set up an authenticator')).toBeVisible()
  await signOut(page)
  await enterPassword(page, manager)
  await expect(pageHeading(page, 'Your Clients')).toBeVisible()
})

test('a lost phone: a system administrator helps', async ({ page, product, openBrowser, watch }) => {
  watch.expect(401, '/api/account/sessions')
  const admin = await addStaff(product.context, 'admin', 'Nobuhle Phoneless')
  await enrolled(page, admin)
  const { page: helper, context } = await openBrowser()
  await signIn(context, await addStaff(product.context, 'system_administrator'))
  await helper.goto('/system-admin?tab=users&search=phoneless')
  await button(helper, 'Edit Nobuhle Phoneless').click()
  await button(helper.getByRole('dialog', { name: 'Edit Nobuhle Phoneless' }), 'Reset authenticator').click()
  const question = helper.getByRole('alertdialog', { name: 'Reset the authenticator for Nobuhle Phoneless?' })
  await expect(question.getByRole('article')).toContainText(`To ${admin.username}`)
  await expectSound(helper)
  await button(question, 'Reset Authenticator').click()
  await expectNotification(
    helper,
    'Authenticator reset',
    'Nobuhle Phoneless now signs in with only a password',
  )
  await enterPassword(page, admin)
  await expect(pageHeading(page, 'Client Applications')).toBeVisible()
})

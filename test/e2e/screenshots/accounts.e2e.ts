import type { Page } from '@playwright/test'
import { makeUser } from '#app/demo/factories/users.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button } from '#test/support/e2e/forms.ts'
import { answerOtherwise, failCall, holdCall } from '#test/support/e2e/hold.ts'
import { grownQuiet, installClock } from '#test/support/e2e/idle.ts'
import { addClient, addManager, inviteClient, signIn } from '#test/support/e2e/people.ts'
import { look } from '#test/support/e2e/screenshot.ts'

function pageHeading(page: Page, name: string) {
  return page.getByRole('heading', { level: 1, name, exact: true })
}

test('signing in', async ({ page, watch }) => {
  await page.goto('/auth')
  await expect(button(page, 'Create an account')).toBeVisible()
  await look(page, 'sign-in', { dark: true })

  await button(page, 'Sign In').click()
  await expect(page.getByRole('alert')).toBeVisible()
  await look(page, 'sign-in-errors')

  watch.expect(401, '/api/login')
  await page.getByLabel('Email Address').fill('lerato.mokoena@people.example')
  await page.getByLabel('Password', { exact: true }).fill('not what it is')
  await button(page, 'Sign In').click()
  await expect(page.getByRole('main').getByText('That email address or password is incorrect.')).toBeVisible()
  await look(page, 'sign-in-refused')

  await button(page, 'Create an account').click()
  await expect(pageHeading(page, 'Create an account')).toBeVisible()
  await page.getByLabel('Full Name').fill('Lerato Mokoena')
  await page.getByLabel('Password', { exact: true }).fill('seven grey cranes over Ceres')
  await look(page, 'register')
  await page.getByLabel('Password', { exact: true }).fill('too short')
  await button(page, 'Create account').click()
  await expect(page.getByRole('alert')).toBeVisible()
  await look(page, 'register-errors')
})

test('a forgotten password', async ({ page }) => {
  await page.goto('/reset-password')
  await look(page, 'reset-password')
  await button(page, 'Send Reset Password').click()
  await expect(page.getByRole('alert')).toBeVisible()
  await look(page, 'reset-password-errors')

  const ask = async () => {
    await page.getByLabel('Email Address').fill('lerato.mokoena@people.example')
    await button(page, 'Send Reset Password').click()
    await expect(pageHeading(page, 'Password Reset Sent')).toBeVisible()
  }
  await ask()
  await look(page, 'reset-password-sent')
  await button(page, 'Reset Another Account').click()
  await answerOtherwise(page, 'POST /api/request-password-reset', (answer) => ({
    ...answer,
    temporaryPassword: 'Wq7!hTz2&mRf9K',
    emailError: 'The mail server does not answer',
  }))
  await ask()
  await look(page, 'reset-password-sent-demo')
})

test('changing a password', async ({ page, product }) => {
  const manager = await addManager(product.context)
  await signIn(page.context(), manager)
  await page.goto('/change-password')
  await look(page, 'change-password')
  await page.getByLabel('Current Password', { exact: true }).fill(manager.password)
  await page.getByLabel('New Password', { exact: true }).fill('protea wealth')
  await page.getByLabel('Confirm New Password', { exact: true }).fill('protea')
  await button(page, 'Change Password').click()
  await expect(page.getByRole('alert')).toBeVisible()
  await look(page, 'change-password-errors')

  await signIn(page.context(), await inviteClient(product.context, manager))
  await page.goto('/')
  await expect(page).toHaveURL('/change-password')
  await look(page, 'change-password-first')
})

test('pages that are not there, not open, not loaded yet', async ({ page, product, watch }) => {
  await page.goto('/nowhere')
  await expect(pageHeading(page, '404 Page Not Found')).toBeVisible()
  await look(page, 'not-found')

  await signIn(page.context(), await addClient(product.context, { fullName: 'Lerato Mokoena' }))
  await page.goto('/admin')
  await expect(pageHeading(page, 'Access Denied')).toBeVisible()
  await look(page, 'access-denied')

  const release = await holdCall(page, '/api/user')
  await page.goto('/change-password')
  await expect(page.getByRole('main')).toContainText('Loading...')
  await look(page, 'spinner', { loading: true })
  release()
  await expect(pageHeading(page, 'Change Password')).toBeVisible()

  watch.expect(503, '/api/user')
  await failCall(page, '/api/user', 503)
  await page.reload()
  await expect(pageHeading(page, 'This page could not be loaded')).toBeVisible()
  await look(page, 'session-problem')
})

test('the end of an idle session', async ({ page, product }) => {
  await installClock(page)
  const facts = { username: 'carmen.fortuin@people.example', password: 'four quiet herons wading' }
  await makeUser(product.context, { ...facts, role: 'system_administrator', fullName: 'Carmen Fortuin' })
  await signIn(page.context(), facts)
  await page.goto('/system-admin')
  await expect(pageHeading(page, 'System Administration')).toBeVisible()
  await grownQuiet(page)
  await page.clock.fastForward('27:30')
  await expect(page.getByRole('alertdialog', { name: 'Are you still there?' })).toBeVisible()
  await look(page, 'idle-warning')
})

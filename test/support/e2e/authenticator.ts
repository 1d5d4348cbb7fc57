import { setTimeout as wait } from 'node:timers/promises'
import { expect, type Page } from '@playwright/test'
import { totp } from '#features/access/rules/second-factor.ts'
import { codeAt } from '#test/support/second-factor.ts'
import { button, section } from './forms.ts'
import { pressInHeader } from './header.ts'
import { signIn, type Person } from './people.ts'

/** Results of setting up an authenticator: its secret, and the recovery codes. */
export interface Enrolment {
  secret: string
  recoveryCodes: string[]
}

export const codeField = (page: Page) => page.getByLabel('Code', { exact: true })

/** Signs out, and waits for it: a page opened earlier would still be signed in. */
export async function signOut(page: Page): Promise<void> {
  await pressInHeader(page, 'Sign Out')
  await expect(page).toHaveURL('/auth')
}

/** Fills in the sign-in page. */
export async function enterPassword(page: Page, { username, password }: Person): Promise<void> {
  await page.goto('/auth')
  await page.getByLabel('Email Address').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Sign In').click()
}

/** From the password dialog to the secret. */
export async function showKey(page: Page, { password }: Person): Promise<void> {
  await page.getByLabel('Your password', { exact: true }).fill(password)
  await button(page, 'Continue').click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
}

/** From the secret to the end. @param meanwhile runs while the recovery codes show */
export async function confirmKey(page: Page, meanwhile = () => Promise.resolve()): Promise<Enrolment> {
  const key = page.getByRole('definition').filter({ hasText: /^[A-Z2-7 ]+$/u })
  const secret = (await key.innerText()).replaceAll(/\s/gu, '')
  await untilStepLasts()
  await codeField(page).fill(codeAt(secret, new Date(), -1))
  await button(page, 'Confirm').click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recoveryCodes = await codes.allInnerTexts()
  await meanwhile()
  await expect(button(page, 'Done')).toBeDisabled()
  await page.getByLabel('I have saved these codes in a safe place').check()
  await button(page, 'Done').click()
  return { secret, recoveryCodes }
}

/** Maximum delay on a busy machine between typing a code and sending it. */
const TYPING_MS = 10_000

/** The previous step's code is valid until the current step ends, unless that is about to happen. */
async function untilStepLasts(): Promise<void> {
  const stepMs = totp.period * 1000
  const leftMs = stepMs - (Date.now() % stepMs)
  if (leftMs < TYPING_MS) await wait(leftMs)
}

/** A user who has set up an authenticator on the account page. */
export async function enrolled(page: Page, user: Person): Promise<Enrolment> {
  await signIn(page.context(), user)
  await page.goto('/account?section=sign-in')
  await button(section(page, 'Authenticator'), 'Set up an authenticator').click()
  await showKey(page, user)
  const enrolment = await confirmKey(page)
  await expect(section(page, 'Authenticator')).toContainText('Recovery codes left: 10')
  return enrolment
}

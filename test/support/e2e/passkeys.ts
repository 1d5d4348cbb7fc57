import { expect, type CDPSession, type Page } from '@playwright/test'
import { button, section } from './forms.ts'
import type { Person } from './people.ts'

/** Gives the page's browser a device that makes passkeys and answers for them without being touched. */
export async function addDevice(page: Page): Promise<{ device: CDPSession; authenticatorId: string }> {
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  return { device, ...(await device.send('WebAuthn.addVirtualAuthenticator', { options })) }
}

/** Adds the first passkey of signed-in staff on the account page; returns the recovery codes. */
export async function addFirstFactor(page: Page, site: string, { password }: Person): Promise<string[]> {
  await page.goto(`${site}/account?section=sign-in`)
  await button(page, 'Add a passkey').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password', { exact: true }).fill(password)
  await button(dialog, 'Continue').click()
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const texts = await codes.allInnerTexts()
  await dialog.getByLabel('I have saved these codes in a safe place').check()
  await button(dialog, 'Done').click()
  await expect(section(page, 'Passkeys').getByRole('listitem')).toHaveCount(1)
  await expect(section(page, 'Authenticator')).toContainText('Recovery codes left: 10')
  return texts
}

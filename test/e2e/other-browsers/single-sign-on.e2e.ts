import { expect, test } from '@playwright/test'
import { ssoRejections } from '#features/sso/rules/rejections.ts'
import { addStaff } from '#test/support/e2e/people.ts'
import { startSsoProduct } from '#test/support/e2e/sso.ts'
import { DrivenPage } from '#test/support/e2e/driven-page.ts'

test.setTimeout(240_000)

test('a colleague is refused in words, links the account, signs out, and signs in again in another browser', async () => {
  const { product, idp, site, close } = await startSsoProduct()
  const { username, password } = await addStaff(product.context, 'admin')
  const person = { name: 'Thandi Mokoena', email: username }
  idp.people.set('thandi', { ...person, email_verified: false })
  const page = await DrivenPage.open()
  const atProvider = () => page.press('Sign in with Demo Provider')
  try {
    await test.step('reads why, and can sign in otherwise, where the provider does not confirm the address', async () => {
      await page.goTo(`${site}/auth`)
      await atProvider()
      await page.waitForHeading('Demo identity provider')
      await page.press(`${person.name} (${username})`)
      await page.waitForText('[role=alert]', ssoRejections['address-not-vouched'])
      await page.waitForHeading('Sign In')
      await page.type('Email Address', username)
    })
    await test.step('links the account with its password, once the provider confirms it', async () => {
      idp.people.set('thandi', { ...person, email_verified: true })
      await atProvider()
      await page.waitForHeading('Is this you?')
      await page.type('Password', 'not the right one')
      await page.press('Link and Sign In')
      await page.waitForText('main', 'That password is incorrect.')
      await page.type('Password', password)
      await page.press('Link and Sign In')
      await page.waitForHeading('Client Applications')
      await page.reload()
      await page.waitForHeading('Client Applications')
    })
    await test.step('signs out, and is not signed in again by a reload', async () => {
      await page.press('Sign Out')
      await page.waitForHeading('Sign In')
      await page.reload()
      await page.waitForHeading('Sign In')
      await page.waitForAddress('/auth')
      expect(await page.text('[role=alert]')).toBe('')
    })
    await test.step('signs in again without a password', async () => {
      await atProvider()
      await page.waitForHeading('Client Applications')
    })
  } finally {
    await page.close()
    await close()
  }
})

import { expect } from '@playwright/test'
import { button, expectNotification, expectProblems } from '../forms.ts'
import { expectStep } from '../wizard.ts'
import type { Journey } from './journey.ts'

/** The client's own password. */
export const chosenPassword = 'our baobab grows in Musina'

/** Signs in with the temporary password and chooses another, after every possible error. */
export async function choosePassword({ page, client, watch }: Journey): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Email Address').fill(client.username)
  await page.getByLabel('Password', { exact: true }).fill(client.password)
  await button(page, 'Sign In').click()
  await expect(page).toHaveURL('/change-password')
  await expect(page.getByText('Choose your own password to continue.')).toBeVisible()

  await expect(page.getByLabel('Current Password', { exact: true })).toHaveCount(0)
  const fresh = page.getByLabel('New Password', { exact: true })
  const again = page.getByLabel('Confirm New Password', { exact: true })
  const change = button(page, 'Change Password')
  await change.click()
  await expectProblems(
    page,
    [
      { field: fresh, message: 'Please enter a new password' },
      { field: again, message: 'Please enter the new password again' },
    ],
    'Please fill in all fields',
  )
  await fresh.fill('too short')
  await again.fill('too shirt')
  await change.click()
  await expectProblems(page, [{ field: again, message: 'New passwords do not match' }])
  await again.fill('too short')
  await change.click()
  await expectProblems(page, [{ field: fresh, message: 'New password must be at least 12 characters long' }])
  await fresh.fill(chosenPassword)
  await again.fill(chosenPassword)
  await expect(page.getByText('Password strength: Strong')).toBeVisible()
  watch.expect(400, '/api/change-password')
  await fresh.fill(client.password)
  await again.fill(client.password)
  await change.click()
  const same = 'Please choose a password that is different from your current one'
  await expectProblems(page, [{ field: fresh, message: same }])
  await fresh.fill(chosenPassword)
  await again.fill(chosenPassword)
  await change.click()
  await expectNotification(page, 'Password Changed', 'Your password has been updated successfully.')
  await expectStep(page, 'personal')
}

import { expect } from '@playwright/test'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { button, expectNotification, section } from '../forms.ts'
import type { StoredApplication } from '../stored-application.ts'
import { expectStep } from '../wizard.ts'
import type { Journey } from './journey.ts'

/** The last page shows what was submitted and what is next, survives a reload, and leads out. */
export async function readSuccess(
  { page, manager }: Journey,
  { id, submittedAt }: Pick<StoredApplication, 'id' | 'submittedAt'>,
): Promise<void> {
  for (const arrival of ['at once', 'after a reload']) {
    if (arrival === 'after a reload') await page.reload()
    await expectStep(page, 'success')
    await expect(section(page, 'What Happens Next').getByRole('listitem')).toHaveText([
      /within 2–3 business days/u,
      /email a confirmation to nomvula@people\.example/u,
      new RegExp(`${manager.fullName} is your wealth manager`, 'u'),
      /schedule your first consultation/u,
    ])
    await expect(page.getByRole('figure')).toContainText('Beware of little expenses')
    const support = arrival === 'at once' ? 'Application details' : 'Questions?'
    await expect(section(page, support).getByRole('link')).toHaveText([
      'support@proteawealth.example',
      '+27 21 555 0140',
    ])
    const main = page.getByRole('main')
    for (const text of [
      `Application ID${id}`,
      `Submitted${submittedAt === null ? '' : formatDateTime(submittedAt)}`,
      'StatusSubmitted',
      'Emailnomvula@people.example',
      'Monday to Friday, 08:00–17:00 SAST',
    ]) {
      await expect(main).toContainText(text)
    }
  }
  await expect(page.getByRole('button', { name: 'Save & Sign Out' })).toHaveCount(0)
  await button(page, 'Return to Login').click()
  await expect(page).toHaveURL('/auth')
  await expectNotification(page, 'Logged out', 'You have been successfully logged out.')
}

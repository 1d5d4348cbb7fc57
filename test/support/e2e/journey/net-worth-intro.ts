import { expect, test } from '@playwright/test'
import { section } from '../forms.ts'
import { goOn } from '../wizard.ts'
import { reload, type Journey } from './journey.ts'

export async function completeNetWorthIntro({ page }: Journey): Promise<void> {
  await expect(page.getByText('Hi Nomvula!')).toBeVisible()
  await expect(section(page, 'Assets')).toContainText('Things you own')
  await expect(section(page, 'Liabilities')).toContainText('What you still owe')
  await expect(page.getByText('about 5–10 minutes')).toBeVisible()
  await test.step('a reload opens it again', () => reload(page, 'net-worth-intro'))
  await goOn(page, 'net-worth-intro')
}

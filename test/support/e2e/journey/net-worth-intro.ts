import { expect, test } from '@playwright/test'
import { goOn } from '../wizard.ts'
import { reload, type Journey } from './journey.ts'

export async function completeNetWorthIntro({ page }: Journey): Promise<void> {
  await expect(page.getByText('Hi Nomvula!')).toBeVisible()
  await expect(
    page.getByText('your assets, the things you own, and your liabilities, the debts you owe'),
  ).toBeVisible()
  await expect(page.getByText('about 5–10 minutes')).toBeVisible()
  await test.step('a reload opens it again', () => reload(page, 'net-worth-intro'))
  await goOn(page, 'net-worth-intro')
}

import { expect, test } from '@playwright/test'
import { amountField, chooseAmount } from '../amounts.ts'
import { goOn } from '../wizard.ts'
import { reload, type Journey } from './journey.ts'

const typed = {
  'Bonds & Property Loans': { 'Primary Residence Bond': '1875000,50', 'Investment Property Bond': '640000' },
  'Other Loans': {
    'Vehicle Loans': '198 000',
    'Student Loans': '',
    'Personal Loans': '15000',
    'Other Loans': '0.99',
  },
  'Credit Card & Other Debts': {
    'Credit Card Balances': '18250.75',
    'Medical Debt': '0',
    'Taxes Owed': '32100',
    'Other Liabilities': '4 000',
  },
} as const

const TOTAL = 'R 2 782 352.24'

export async function completeLiabilities({ page }: Journey): Promise<void> {
  const total = page
    .getByRole('paragraph')
    .filter({ has: page.getByText('Total Liabilities', { exact: true }) })
  await expect(total).toContainText('R 0.00')
  for (const [title, amounts] of Object.entries(typed)) {
    for (const [label, text] of Object.entries(amounts)) {
      await (await chooseAmount(page, title, label)).fill(text)
    }
  }
  await expect(total).toContainText(TOTAL)

  await test.step('a reload in the middle keeps every amount', async () => {
    await reload(page, 'liabilities')
    await expect(total).toContainText(TOTAL)
    await expect(amountField(page, 'Credit Card & Other Debts', 'Credit Card Balances')).toHaveValue(
      '18 250.75',
    )
  })
  await goOn(page, 'liabilities')
}

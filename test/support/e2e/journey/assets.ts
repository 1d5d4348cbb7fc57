import { expect, test, type Page } from '@playwright/test'
import { amountField, chooseAmount } from '../amounts.ts'
import { expectNoProblems, expectNotification, expectProblems, button } from '../forms.ts'
import { chooseFiles, expectUploaded, fileList, uploadButton, type GivenFile } from '../uploads.ts'
import { goOn, nextLabels } from '../wizard.ts'
import { realFile, reload, type Journey } from './journey.ts'

const PENSION = 'Pension fund benefits statement'
const PROVIDENT = 'Provident fund benefits statement'
const PENSION_FILES = 'Pension Benefits Statements'
const PROVIDENT_FILES = 'Provident Benefits Statements'

/** Amounts by section: as typed, and as stored. */
const typed = {
  'Liquid Assets': {
    'Cash on Hand': ['1250.50', '1 250.50'],
    'Savings Accounts': ['R 210 000', '210 000.00'],
    'Money Market Accounts': ['75000,25', '75 000.25'],
    'Other Cash Equivalents': ['0.01', '0.01'],
  },
  Investments: {
    Stocks: ['1234567.89', '1 234 567.89'],
    Bonds: ['50000', '50 000.00'],
    'Unit Trusts': ['333 333,33', '333 333.33'],
    'Pension Funds': ['2400000', '2 400 000.00'],
    'Provident Funds': ['180000.10', '180 000.10'],
    'Retirement Annuities': ['640000', '640 000.00'],
    'Other Investments': ['90000', '90 000.00'],
  },
  Property: {
    'Primary Residence': ['3 950 000', '3 950 000.00'],
    'Investment Properties': ['1150000', '1 150 000.00'],
  },
  'Personal Property': {
    'Household Contents': ['220000', '220 000.00'],
    Vehicles: ['415 999.99', '415 999.99'],
    'Jewellery & Collectibles': ['0', '0.00'],
    'Other Personal Property': ['7 000', '7 000.00'],
  },
  'Other Assets': {
    'Business Interests': ['5000000', '5 000 000.00'],
    'Money Owed to You': ['12345.6', '12 345.60'],
    'Other Assets': ['', ''],
  },
} as const

/** 1 250.50 + 210 000 + 75 000.25 + 0.01 and so on, added by hand. */
const TOTAL = 'R 15 969 497.67'

function total(page: Page) {
  return page.getByRole('paragraph').filter({ has: page.getByText('Total Assets', { exact: true }) })
}

/** @returns the files that stay on the application */
export async function completeAssets({
  page,
}: Journey): Promise<{ pension: GivenFile[]; provident: GivenFile[] }> {
  await test.step('the total moves as one types, and what asks for more shows', async () => {
    await expect(total(page)).toContainText('R 0.00')
    await (await chooseAmount(page, 'Liquid Assets', 'Cash on Hand')).fill('1250.50')
    await expect(total(page)).toContainText('R 1 250.50')
    await expect(uploadButton(page, PENSION)).toHaveCount(0)
    await expect(uploadButton(page, PROVIDENT)).toHaveCount(0)
    await expect(page.getByLabel('Types of Other Investments')).toHaveCount(0)
    for (const [title, amounts] of Object.entries(typed)) {
      for (const [label, [text, shown]] of Object.entries(amounts)) {
        const field = await chooseAmount(page, title, label)
        await field.fill(text)
        await field.blur()
        await expect(field).toHaveValue(shown)
      }
    }
    await page.getByLabel('Types of Other Investments').fill('Krugerrands, private equity')
    await expect(total(page)).toContainText(TOTAL)
  })

  const pension = await realFile('pension 2025', 'application/pdf')
  const provident = await realFile('provident 2025', 'image/jpeg')

  await test.step('a statement is required for pension and provident funds', async () => {
    await expect(page.getByText(`${PENSION} (Required)`)).toBeVisible()
    await button(page, nextLabels.assets).click()
    await expectProblems(page, [
      {
        field: uploadButton(page, PENSION),
        message: 'Pension fund benefits statement is required when pension fund value is greater than 0',
      },
      {
        field: uploadButton(page, PROVIDENT),
        message: 'Provident fund benefits statement is required when provident fund value is greater than 0',
      },
    ])
    await chooseFiles(page, PENSION, [pension])
    await expectUploaded(page, PENSION_FILES, [pension.name])
    await expect(page.getByText(`${PENSION} (Optional)`)).toBeVisible()
    await expect(page.getByText(`${PROVIDENT} (Required)`)).toBeVisible()
    await chooseFiles(page, PROVIDENT, [provident])
    await expectUploaded(page, PROVIDENT_FILES, [provident.name])
    await expectNoProblems(page)
  })

  const more = await Promise.all(
    ['1', '2', '3', '4'].map((number) => realFile(`provident ${number}`, 'application/pdf')),
  )
  await test.step('five statements at most', async () => {
    await chooseFiles(page, PROVIDENT, more)
    await expectUploaded(
      page,
      PROVIDENT_FILES,
      [provident, ...more].map(({ name }) => name),
    )
    await expect(
      page.getByText('Maximum 5 files reached. Remove a file to upload more.').first(),
    ).toBeVisible()
    await expect(uploadButton(page, PROVIDENT)).toBeDisabled()
    for (const { name } of more.slice(1)) {
      const remove = button(fileList(page, PROVIDENT_FILES), `Remove ${name}`)
      await remove.click()
      // The notifications are the same; only the list shows that this file is gone.
      await expect(remove).toHaveCount(0)
      await expectNotification(page, 'File removed', 'Provident benefits statement has been removed.')
    }
  })
  const stored = [provident, ...more.slice(0, 1)]

  await test.step('a reload in the middle keeps every amount', async () => {
    await reload(page, 'assets')
    await expect(total(page)).toContainText(TOTAL)
    await expect(amountField(page, 'Investments', 'Stocks')).toHaveValue('1 234 567.89')
    await expect(page.getByLabel('Types of Other Investments')).toHaveValue('Krugerrands, private equity')
    await expectUploaded(
      page,
      PROVIDENT_FILES,
      stored.map(({ name }) => name),
    )
  })

  await goOn(page, 'assets')
  return { pension: [pension], provident: stored }
}

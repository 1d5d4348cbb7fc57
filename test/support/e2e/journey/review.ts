import { expect, test, type Page } from '@playwright/test'
import { confirmationNames, confirmations } from '#features/applications/rules/wizard/confirmations.ts'
import { button, expectNotification, section } from '../forms.ts'
import { expectStep, heading, passUnanswered } from '../wizard.ts'
import { reload, type Journey } from './journey.ts'

/** Every amount with its name, in order. */
async function expectAmounts(page: Page, title: string, expected: readonly (readonly [string, string])[]) {
  const rows = section(page, title).getByRole('listitem')
  await expect(rows).toHaveText(expected.map(([label, figures]) => `${label}${figures}`))
}

const answersInShort = {
  'Personal Information': [
    '800101 5009 087 · South African ID · Issuing Country: South Africa · 1 January 1980 · Nationality: South African',
    'Dr · Nomvula Grace van der Merwe · Professional qualification · ECSA 2006 0123 · Smoker',
    'Married · ANC with Accrual · Children',
    'Anele van der Merwe',
    'Zola van der Merwe',
    '+27 82 123 4567 · nomvula@people.example',
  ],
  Address: [
    'South Africa · 12 Dorp Street · Unit 4, Akkerhof · Die Boord, Paarl · Paarl · Western Cape · 7646',
  ],
  'Employment & Financial': [
    'Self-employed civil engineer · Construction · Van der Merwe & Daughters (Pty) Ltd',
    'R 1 234 567.89',
    '0001339050',
    'Bonitas · BonComprehensive',
    'Standard Trust Ltd',
  ],
}

export async function completeReview(journey: Journey): Promise<void> {
  const { page } = journey
  const submit = button(page, 'Submit Application')

  await test.step('begins with what is worth a second look', async () => {
    await expect(page.getByRole('heading', { name: '2 things to check' })).toBeVisible()
    await expect(page.getByRole('region', { name: '2 things to check' })).toContainText(
      'Child 1: ID Number: This isn’t a valid South African ID number.',
    )
  })

  await test.step('shows every answer', async () => {
    for (const [title, texts] of Object.entries(answersInShort)) {
      for (const text of texts) await expect(section(page, title)).toContainText(text)
    }
  })

  await test.step('sums up the net worth, every amount that is not zero once', async () => {
    const summary = section(page, 'Net Worth Summary')
    const totals = summary.getByRole('definition')
    await expect(totals).toHaveText(['R 15 969 497.67', 'R 2 782 352.24', 'R 13 187 145.43'])
    await expectAmounts(page, 'Assets', [
      ['Cash on Hand', 'R 1 250.50'],
      ['Savings Accounts', 'R 210 000.00'],
      ['Money Market Accounts', 'R 75 000.25'],
      ['Other Cash Equivalents', 'R 0.01'],
      ['Stocks', 'R 1 234 567.89'],
      ['Bonds', 'R 50 000.00'],
      ['Unit Trusts', 'R 333 333.33'],
      ['Pension Funds', 'R 2 400 000.00'],
      ['Provident Funds', 'R 180 000.10'],
      ['Retirement Annuities', 'R 640 000.00'],
      ['Other Investments (Krugerrands, private equity)', 'R 90 000.00'],
      ['Primary Residence', 'R 3 950 000.00'],
      ['Investment Properties', 'R 1 150 000.00'],
      ['Household Contents', 'R 220 000.00'],
      ['Vehicles', 'R 415 999.99'],
      ['Other Personal Property', 'R 7 000.00'],
      ['Business Interests', 'R 5 000 000.00'],
      ['Money Owed to You', 'R 12 345.60'],
    ])
    await expectAmounts(page, 'Liabilities', [
      ['Primary Residence Bond', 'R 1 875 000.50'],
      ['Investment Property Bond', 'R 640 000.00'],
      ['Vehicle Loans', 'R 198 000.00'],
      ['Personal Loans', 'R 15 000.00'],
      ['Other Loans', 'R 0.99'],
      ['Credit Card Balances', 'R 18 250.75'],
      ['Taxes Owed', 'R 32 100.00'],
      ['Other Liabilities', 'R 4 000.00'],
    ])
  })

  await test.step('says which documents are there', async () => {
    await expect(section(page, 'Documents Status').getByRole('listitem')).toHaveText([
      /^Payslips(?=.*payslip april\.jpg)(?=.*payslip may\.png).*Uploaded/u,
      /^Risk benefit statement.*group cover\.pdf.*Uploaded/u,
      /^Pension Benefits Statements.*pension 2025\.pdf.*Uploaded/u,
      /^Provident Benefits Statements(?=.*provident 2025\.jpg)(?=.*provident 1\.pdf).*Uploaded/u,
      /^Signed FAIS document.*FAIS signed\.pdf.*Uploaded/u,
    ])
  })

  await editFromReview(page)
  await confirmAll(page)

  await test.step('a double click submits once', async () => {
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/application/submit')) sent.push(request.url())
    })
    await submit.dblclick()
    await expectStep(page, 'success')
    await expectNotification(page, 'Application Submitted!', 'We’ll review it')
    expect(sent).toHaveLength(1)
  })
}

async function editFromReview(page: Page): Promise<void> {
  const back = button(page, 'Save & Back to Review')

  await test.step('a part is edited, and saved back to the review', async () => {
    await button(page, 'Edit Address').click()
    await expectStep(page, 'address')
    await expect(heading(page, 'address')).toBeFocused()
    await reload(page, 'address')
    await page.getByLabel('City').fill('')
    await back.click()
    await expect(page.getByRole('alert')).toContainText('City is required')
    await page.getByLabel('City').fill('Paarl')
    await page.getByLabel('Address Line 1').fill('14 Dorp Street')
    await back.click()
    await expectNotification(page, 'Changes Saved', 'Your changes have been saved.')
    await expectStep(page, 'review')
    await expect(section(page, 'Address')).toContainText('14 Dorp Street')
  })

  await test.step('every Edit and Manage leads to its step, and back', async () => {
    for (const [name, step] of [
      ['Edit Personal Information', 'personal'],
      ['Edit Employment & Financial', 'employment'],
      ['Edit Assets', 'assets'],
      ['Edit Liabilities', 'liabilities'],
      ['Manage Payslips', 'employment'],
      ['Manage Risk benefit statement', 'employment'],
      ['Manage Pension Benefits Statements', 'assets'],
      ['Manage Provident Benefits Statements', 'assets'],
      ['Manage Signed FAIS document', 'documents'],
    ] as const) {
      await button(page, name).click()
      await expectStep(page, step)
      await back.click()
      await expectStep(page, 'review')
    }
  })

  await test.step('going another way ends the editing', async () => {
    await button(page, 'Edit Liabilities').click()
    await expectStep(page, 'liabilities')
    await button(page, 'Next: Upload Documents').click()
    await passUnanswered(page, 'liabilities')
    await expectStep(page, 'documents')
    await expect(back).toHaveCount(0)
    await button(page, 'Next: Review Application').click()
    await expectStep(page, 'review')
  })
}

async function confirmAll(page: Page): Promise<void> {
  const submit = button(page, 'Submit Application')
  const boxes = section(page, 'Terms').getByRole('checkbox')

  await test.step('the three statements are confirmed, and stay so over a reload', async () => {
    await expect(boxes).toHaveCount(confirmationNames.length)
    await expect(section(page, 'Terms')).toContainText(confirmations.accurate.statement)
    await expect(section(page, 'Terms')).toContainText(confirmations.brokerReview.statement)
    for (const [name, host] of [
      ['Terms of Service', 'terms'],
      ['Privacy Policy', 'privacy'],
    ] as const) {
      const link = section(page, 'Terms').getByRole('link', { name })
      await expect(link).toHaveAttribute('href', new RegExp(`^https://.*${host}$`, 'u'))
      await expect(link).toHaveAttribute('target', '_blank')
    }
    await expect(submit).toBeDisabled()
    await expect(page.getByText('You can submit once all three statements are confirmed.')).toBeVisible()
    for (const index of [0, 1]) {
      const saved = page.waitForResponse('/api/application')
      await boxes.nth(index).check()
      await saved
      await expect(submit).toBeDisabled()
    }
    await reload(page, 'review')
    await expect(boxes.nth(0)).toBeChecked()
    await expect(boxes.nth(1)).toBeChecked()
    await boxes.nth(2).check()
    await expect(submit).toBeEnabled()
  })

  await test.step('changed answers have to be confirmed again', async () => {
    await button(page, 'Edit Address').click()
    await expectStep(page, 'address')
    await page.getByLabel('Address Line 1').fill('12 Dorp Street')
    await button(page, 'Save & Back to Review').click()
    await expectStep(page, 'review')
    await expect(boxes.nth(0)).not.toBeChecked()
    await expect(boxes.nth(1)).toBeChecked()
    await boxes.nth(0).check()
    await expect(submit).toBeEnabled()
  })
}

import type { Page } from '@playwright/test'
import { amountProblems } from '#base/rules/money/reading.ts'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import type { MadeClient } from '#app/demo/factories/applications.ts'
import { amountField, chooseAmount, holding } from '#test/support/e2e/amounts.ts'
import { findViolations } from '#test/support/e2e/axe.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { pressInHeader } from '#test/support/e2e/header.ts'
import { button, expectProblems, section } from '#test/support/e2e/forms.ts'
import type { Product } from '#test/support/e2e/product.ts'
import { sit } from '#test/support/e2e/sitter.ts'
import { readStored } from '#test/support/e2e/stored-application.ts'
import { expectStep, goOn, nextLabels, openSections, passUnanswered } from '#test/support/e2e/wizard.ts'

const answers = { ...completeAnswers('thandiwe@people.example'), assets: {} }

const savings = (page: Page) => amountField(page, 'Liquid Assets', 'Savings Accounts')
const bonds = (page: Page) => amountField(page, 'Investments', 'Bonds')

/** Selects savings and bonds, so that their amounts show. */
async function chooseBoth(page: Page): Promise<void> {
  await chooseAmount(page, 'Liquid Assets', 'Savings Accounts')
  await chooseAmount(page, 'Investments', 'Bonds')
}

/** A client on the assets step with both amount fields. */
async function openBoth(page: Page, product: Product): Promise<MadeClient> {
  const client = await sit(page, product, { answers, currentStep: 'net-worth-intro' })
  await page.goto('/')
  await goOn(page, 'net-worth-intro')
  await chooseBoth(page)
  return client
}

test('an amount that still has the focus is saved as it is read, however one leaves', async ({
  page,
  product,
}) => {
  const client = await openBoth(page, product)
  const back = () => button(page, 'Back').click()
  /** How the client leaves the step and returns. */
  const ways: Record<string, { leave: () => Promise<void>; comeBack: () => Promise<void> }> = {
    Next: {
      leave: async () => {
        await button(page, nextLabels.assets).click()
        await passUnanswered(page, 'assets')
        await expectStep(page, 'liabilities')
      },
      comeBack: back,
    },
    Enter: {
      leave: async () => {
        await page.keyboard.press('Enter')
        await expectStep(page, 'liabilities')
      },
      comeBack: back,
    },
    Back: {
      leave: async () => {
        await back()
        await expectStep(page, 'net-worth-intro')
      },
      comeBack: () => goOn(page, 'net-worth-intro'),
    },
    "the browser's Back": {
      leave: async () => {
        // A step enters the history two frames after it shows.
        await expect(page).toHaveURL('/?step=assets')
        await page.goBack()
        await expectStep(page, 'net-worth-intro')
      },
      comeBack: () => goOn(page, 'net-worth-intro'),
    },
    'Save & Sign Out': {
      leave: async () => {
        await pressInHeader(page, 'Save & Sign Out')
        await expect(page).toHaveURL('/auth')
      },
      comeBack: () => Promise.resolve(),
    },
  }
  for (const [index, [name, { leave, comeBack }]] of Object.entries(ways).entries()) {
    const amount = 1_850_000 + index
    await test.step(`on ${name}`, async () => {
      await savings(page).fill('')
      await savings(page).pressSequentially(amount.toLocaleString('en-US'))
      await expect(page.getByText('Total Assets', { exact: true }).locator('..')).toContainText(
        `R 1 850 00${index}.00`,
      )
      await leave()
      await expect
        .poll(async () => (await readStored(product.context, client.id)).answers.assets.savingsAccounts)
        .toBe(amount)
      await comeBack()
      if (name !== 'Save & Sign Out') await expectStep(page, 'assets')
    })
  }
})

test('ambiguous amounts show in words beside the field and on the review', async ({ page, product }) => {
  await sit(page, product, { answers, currentStep: 'assets', handedIn: ['signedFais'] })
  await page.goto('/')
  await chooseBoth(page)
  await test.step('an amount stays as it is typed, and the caret where it is', async () => {
    const amount = savings(page)
    await amount.pressSequentially('1234567')
    await amount.press('Home')
    await amount.press('ArrowRight')
    await amount.press('9')
    await expect(amount).toHaveValue('19234567')
    await expect(amount).toHaveJSProperty('selectionStart', 2)
    await amount.fill('')
  })

  await savings(page).pressSequentially('1,234')
  await bonds(page).click()
  const text = 'one thousand two hundred and thirty-four rand'
  await expect(savings(page)).toHaveValue('1 234.00')
  await expect(savings(page)).toHaveAccessibleDescription(
    new RegExp(String.raw`We read this as R\s1\s234.00: ${text}$`, 'u'),
  )
  await expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()

  // The message disappears once the client types again.
  await savings(page).pressSequentially('x')
  await expect(page.getByText(text)).toHaveCount(0)
  await savings(page).fill('1.234')
  await goOn(page, 'assets')
  await goOn(page, 'liabilities')
  await goOn(page, 'documents')
  await expect(section(page, 'Assets').getByRole('definition')).toHaveText(['R 1 234.00', text])
})

test('an amount in error counts nowhere, nor does the amount that it replaced', async ({ page, product }) => {
  const client = await sit(page, product, {
    answers: { ...answers, assets: { savingsAccounts: 310_000, bonds: 2500.5 }, annualIncome: '850000' },
    currentStep: 'assets',
  })
  const stored = async () => (await readStored(product.context, client.id)).answers
  await page.goto('/')
  const total = page.getByText('Total Assets', { exact: true }).locator('..')
  await expect(total).toContainText('R 312 500.50')
  await savings(page).fill('3.2x')
  await expect(total).toContainText('R 2 500.50')
  await bonds(page).focus()
  await expect
    .poll(async () => (await stored()).assets)
    .toMatchObject({ savingsAccounts: null, bonds: 2500.5 })
  await savings(page).fill('3.2m')
  await bonds(page).focus()
  await expect(total).toContainText('R 3 202 500.50')
  await expect.poll(async () => (await stored()).assets.savingsAccounts).toBe(3_200_000)

  await page.request.put('/api/application', { data: { currentStep: 'employment' } })
  await page.goto('/')
  await expectStep(page, 'employment')
  await openSections(page)
  await page.getByLabel('Annual Income').fill('850x')
  await page.getByLabel('Industry').focus()
  await expect.poll(async () => (await stored()).annualIncome).toBeNull()
})

test('the income is read the same way, and is on the review in words', async ({ page, product }) => {
  const client = await sit(page, product, { answers, currentStep: 'employment' })
  await page.goto('/')
  const income = page.getByLabel('Annual Income')
  await income.fill('')
  await income.pressSequentially('850,000')
  await page.getByLabel('Industry').click()
  const text = 'eight hundred and fifty thousand rand'
  await expect(income).toHaveValue('850 000.00')
  await expect(income).toHaveAccessibleDescription(
    `Before tax, in rand We read this as R 850 000.00: ${text}`,
  )
  await goOn(page, 'employment')
  expect((await readStored(product.context, client.id)).answers.annualIncome).toBe('850000')
  const moved = await page.request.put('/api/application', { data: { currentStep: 'review' } })
  expect(moved.status()).toBe(200)
  await page.goto('/')
  await expectStep(page, 'review')
  await expect(section(page, 'Employment & Financial')).toContainText(`R 850 000.00${text}`)
})

test('an invalid amount shows an error on blur, does not block Back, and is not lost', async ({
  page,
  product,
}) => {
  const client = await openBoth(page, product)
  await savings(page).pressSequentially('1,850,0')
  await expect(page.getByText('Error: ')).toHaveCount(0)
  await bonds(page).fill('2500,5')
  await expect(savings(page)).toHaveAccessibleDescription(new RegExp(`Error: ${amountProblems.form}$`, 'u'))
  await expect(savings(page)).toHaveValue('1,850,0')
  await button(page, nextLabels.assets).click()
  await expectProblems(page, [{ field: savings(page), message: `Savings Accounts: ${amountProblems.form}` }])
  await expect(page.getByText('Total Assets', { exact: true }).locator('..')).toContainText('R 2 500.50')

  // Half-typed amounts are not errors: the summary neither grows nor takes the focus.
  await savings(page).fill('')
  await savings(page).pressSequentially('1,850,0')
  await expect(savings(page)).toBeFocused()
  await button(page, 'Back').click()
  await expectStep(page, 'net-worth-intro')
  expect((await readStored(product.context, client.id)).answers.assets).toMatchObject({ bonds: 2500.5 })

  await goOn(page, 'net-worth-intro')
  await expect(savings(page)).toHaveValue('1,850,0')
  await savings(page).fill('1,850,000')
  await goOn(page, 'assets')
  expect((await readStored(product.context, client.id)).answers.assets).toMatchObject({
    savingsAccounts: 1_850_000,
    bonds: 2500.5,
  })
})

test('Next asks once about groups without an answer, and the review lists skipped ones', async ({
  page,
  product,
}) => {
  await sit(page, product, { answers: { ...answers, liabilities: {} }, currentStep: 'assets' })
  await page.goto('/')
  await expectStep(page, 'assets')
  await chooseAmount(page, 'Liquid Assets', 'Savings Accounts')
  await savings(page).fill('850k')
  await button(page, nextLabels.assets).click()
  const asking = page.getByRole('alert').filter({ hasText: 'answered yet' })
  await expect(asking).toContainText('Investments')
  await expect(asking).not.toContainText('Liquid Assets')
  expect(await findViolations(page)).toEqual([])
  await asking.getByRole('button', { name: 'Answer Investments' }).click()
  await expect(holding(page, 'Investments', 'Stocks')).toBeFocused()
  await page.keyboard.press('Space')
  await amountField(page, 'Investments', 'Stocks').fill('100')
  // What was answered is asked no longer.
  await expect(asking).toBeVisible()
  await expect(asking).not.toContainText('Investments')
  await button(page, nextLabels.assets).click()
  await expectStep(page, 'liabilities')
  await button(page, 'Back').click()
  await expectStep(page, 'assets')
  // Next asks only once.
  await button(page, nextLabels.assets).click()
  await expectStep(page, 'liabilities')
  await goOn(page, 'liabilities')

  const moved = await page.request.put('/api/application', { data: { currentStep: 'review' } })
  expect(moved.status()).toBe(200)
  await page.goto('/')
  await expectStep(page, 'review')
  const things = page.getByRole('region', { name: /things to check/u })
  await expect(things).toContainText('Left unanswered')
  await expect(things).not.toContainText('Investments')
  await things.getByRole('button', { name: 'Answer Personal Property' }).click()
  await expectStep(page, 'assets')
  await expect(holding(page, 'Personal Property', 'Household Contents')).toBeFocused()
})

test('selected items ask for an amount; "none" is an answer; a removed item can be restored', async ({
  page,
  product,
}) => {
  const client = await sit(page, product, {
    answers: { ...answers, assets: { vehicles: 310_000, householdContents: 0 } },
    currentStep: 'net-worth-intro',
  })
  const stored = async () => (await readStored(product.context, client.id)).answers.assets
  await page.goto('/')
  await goOn(page, 'net-worth-intro')
  const vehicles = holding(page, 'Personal Property', 'Vehicles')
  const none = page.getByRole('checkbox', { name: /^None of (?:these|the others)$/u })
  const total = page.getByText('Total Assets', { exact: true }).locator('..')

  await test.step('existing amounts show as chosen, and nothing else does', async () => {
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1)
    await expect(vehicles).toBeChecked()
    await expect(amountField(page, 'Personal Property', 'Vehicles')).toHaveValue('310 000.00')
    await expect(vehicles).toHaveAccessibleDescription('Cars, bakkies, motorcycles, boats, caravans')
    await expect(amountField(page, 'Personal Property', 'Vehicles')).toHaveAccessibleDescription(
      'What they would sell for today',
    )
  })

  await test.step('a removed item no longer counts, and is restored with its amount', async () => {
    await expect(section(page, 'Personal Property')).toContainText('Personal PropertyR 310 000.00')
    await expect(section(page, 'Property')).not.toContainText('R 0.00')
    await vehicles.uncheck()
    await expect(total).toContainText('R 0.00')
    await expect(section(page, 'Personal Property')).toContainText('R 310 000.00 removed.')
    await vehicles.check()
    await expect(amountField(page, 'Personal Property', 'Vehicles')).toHaveValue('310 000.00')
    await expect(total).toContainText('R 310 000.00')
  })

  await test.step('none of these is kept, and is there again on any device', async () => {
    await expect(none).not.toBeChecked()
    await none.check()
    await expect(vehicles).toBeChecked()
    await goOn(page, 'assets')
    expect(await stored()).toMatchObject({
      vehicles: 310_000,
      householdContents: 0,
      primaryResidence: 0,
      investmentProperties: 0,
    })
    await button(page, 'Back').click()
    await expectStep(page, 'assets')
    await expect(none).toBeChecked()
    const residence = await chooseAmount(page, 'Property', 'Primary Residence')
    await expect(none).toBeChecked()
    await residence.fill('1')
    await holding(page, 'Property', 'Primary Residence').uncheck()
    // The group is open again.
    await expect(none).not.toBeChecked()
  })
})

import type { Page } from '@playwright/test'
import { stepIndex, wizardSteps, type StepId } from '#features/applications/rules/wizard/steps.ts'
import { amountField, holding } from '#test/support/e2e/amounts.ts'
import { findViolations } from '#test/support/e2e/axe.ts'
import { phone } from '#test/support/e2e/devices.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, choose, section } from '#test/support/e2e/forms.ts'
import { addClient, addManager, signIn } from '#test/support/e2e/people.ts'
import { expectSigned, PASSWORD, sealOfTheFirm } from '#test/support/e2e/signing.ts'
import { expectStep, nextLabels } from '#test/support/e2e/wizard.ts'

/** A simple client on a phone: presses, fields and screens of the whole application (quiet-screens.md, section 6). */

test.use({ ...phone, variables: await sealOfTheFirm() })
test.setTimeout(240_000)

const NAME = 'Thandiwe Nkosi'
const PRESSES = 24
const FIELDS = 17

/** The most screens that a step fills when it opens, by the phone; each is measured at its text size. */
const phones = {
  'a phone of 390 px': {
    size: { width: 390, height: 844 },
    percent: 100,
    screens: {
      personal: 2.2,
      address: 1.4,
      employment: 2.4,
      'net-worth-intro': 1,
      assets: 3,
      liabilities: 1.9,
      documents: 1.5,
      review: 2.9,
      success: 2,
    },
    total: 18,
  },
  'a phone of 360 px with text of 130 %': {
    size: { width: 360, height: 740 },
    percent: 130,
    screens: {
      personal: 3.6,
      address: 2.2,
      employment: 3.9,
      'net-worth-intro': 1.4,
      assets: 5.2,
      liabilities: 3.2,
      documents: 2.6,
      review: 5.2,
      success: 3.6,
    },
    total: 30,
  },
} as const satisfies Record<
  string,
  {
    size: { width: number; height: number }
    percent: number
    screens: Record<StepId, number>
    total: number
  }
>

/** Counts what one client does, and how long each step is. */
class Client {
  presses = 0
  fields = 0
  readonly lengths: Partial<Record<StepId, number>> = {}
  readonly #page: Page
  readonly #main

  constructor(page: Page) {
    this.#page = page
    this.#main = page.getByRole('main')
  }

  async press(name: string) {
    this.presses += 1
    await button(this.#page, name).click()
  }

  async tick(name: string) {
    this.presses += 1
    await this.#page.getByRole('checkbox', { name }).check()
  }

  async answer(question: string, answer: string) {
    this.presses += 1
    await choose(this.#page, question, answer)
  }

  async type(label: string, text: string) {
    this.fields += 1
    const field = this.#main.getByRole('textbox', { name: label })
    await field.click()
    for (const letter of text) {
      await this.#page.keyboard.type(letter)
      // Folding moves no focus while the client types.
      await expect(field).toBeFocused()
    }
  }

  async select(label: string, choice: string) {
    this.fields += 1
    this.presses += 1
    await this.#main.getByLabel(label).selectOption(choice)
  }

  async own(title: string, label: string, amount: string) {
    this.presses += 1
    this.fields += 1
    await holding(this.#page, title, label).check()
    await amountField(this.#page, title, label).fill(amount)
  }

  /** Measures the step, which has just opened. */
  async arrive(step: StepId) {
    await expectStep(this.#page, step)
    await expect(this.#page.getByText('Loading...')).toHaveCount(0)
    const length = () =>
      this.#page.evaluate(() => document.documentElement.scrollHeight / document.documentElement.clientHeight)
    // Sections below the fold are drawn after the first paint.
    await expect.poll(async () => (await length()) === (await length())).toBe(true)
    await this.#page.waitForTimeout(300)
    this.lengths[step] = await length()
    expect(
      await this.#page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      `${step} scrolls sideways`,
    ).toBeLessThanOrEqual(0)
  }

  async next(from: Exclude<StepId, 'success'>) {
    await this.press(nextLabels[from])
    await this.arrive(wizardSteps[stepIndex(from) + 1]?.id ?? 'success')
  }
}

/** In light and dark. */
async function expectAccessible(page: Page) {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await findViolations(page), colorScheme).toEqual([])
  }
}

async function setText(page: Page, percent: number) {
  await page.evaluate((size) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`:root { font-size: ${size}% !important }`)
    document.adoptedStyleSheets = [sheet]
  }, percent)
}

for (const [name, { size, percent, screens, total }] of Object.entries(phones)) {
  test(`a simple client on ${name} presses, types and scrolls no more than needed`, async ({
    page,
    product,
  }) => {
    await page.setViewportSize(size)
    const manager = await addManager(product.context, { fullName: 'Ayanda Zulu' })
    const person = await addClient(product.context, {
      manager,
      fullName: NAME,
      answers: { fullName: NAME },
    })
    await signIn(page.context(), person)
    const counted = new Client(page)
    await page.goto('/')
    await setText(page, percent)
    await counted.arrive('personal')

    await test.step('the ID number answers four questions, in one line', async () => {
      await counted.type('ID Number', '8001015009087')
      await expect(section(page, 'Identification')).toContainText(
        'From your ID number: South African ID · 1 January 1980 · South African · South Africa',
      )
      await expect(page.getByLabel('ID Document Type')).toHaveCount(0)
      await expectAccessible(page)
    })
    await counted.select('Salutation', 'ms')
    await counted.type('Mobile Number', '0821234567')
    await counted.next('personal')

    await expect(page.getByLabel('Address Line 3')).toHaveCount(0)
    await counted.type('Address Line 1', '12 Kloof Street')
    await counted.type('City', 'Cape Town')
    await counted.select('State/Province', 'Western Cape')
    await counted.type('Postal Code', '8001')
    await counted.next('address')

    await expect(page.getByLabel('Medical Aid Company')).toHaveCount(0)
    await expect(page.getByRole('group', { name: 'Payslips' })).toHaveCount(0)
    await counted.type('Occupation', 'Teacher')
    await counted.type('Annual Income', '480000')
    await counted.type('Tax Income Number', '0001339050')
    await counted.answer('Do you have medical aid?', 'No')
    await counted.answer('Do you have a will?', 'No')
    await counted.next('employment')
    await counted.next('net-worth-intro')

    await counted.own('Liquid Assets', 'Savings Accounts', '210000')
    await counted.own('Property', 'Primary Residence', '1950000')
    await counted.own('Personal Property', 'Vehicles', '215000')
    await counted.tick('None of the others')
    await expectAccessible(page)
    await counted.next('assets')
    await counted.own('Bonds & Property Loans', 'Primary Residence Bond', '900000')
    await counted.tick('None of the others')
    await counted.next('liabilities')

    await counted.press('Read the letter')
    await counted.type('Your full name', NAME)
    for (const statement of await page.getByRole('checkbox').all()) {
      counted.presses += 1
      await statement.check()
    }
    await counted.type('Your password', PASSWORD)
    await counted.press('Sign the letter')
    await expectSigned(page)
    await counted.next('documents')

    for (const statement of await page.getByRole('checkbox').all()) {
      counted.presses += 1
      await statement.check()
    }
    await counted.next('review')

    const { lengths, presses, fields } = counted
    const sum = Object.values(lengths).reduce((before, length) => before + length, 0)
    test.info().annotations.push({
      type: 'measured',
      description: `${presses} presses, ${fields} fields, ${sum.toFixed(1)} screens: ${JSON.stringify(lengths)}`,
    })
    expect(presses, 'presses').toBeLessThanOrEqual(PRESSES)
    expect(fields, 'fields').toBeLessThanOrEqual(FIELDS)
    for (const [step, length] of Object.entries(lengths))
      expect.soft(length, step).toBeLessThanOrEqual(screens[step as StepId])
    expect.soft(sum, 'all steps').toBeLessThanOrEqual(total)
  })
}

test('what a narrow window folds opens with what it holds, and nothing that was typed is lost', async ({
  page,
  product,
}) => {
  const client = await addClient(product.context, { fullName: NAME, answers: { fullName: NAME } })
  await signIn(page.context(), client)
  await page.goto('/')
  await expectStep(page, 'personal')
  const identification = section(page, 'Identification')
  const day = page.getByRole('group', { name: 'Date of Birth' })

  await test.step('a passport asks everything; an ID number that contradicts an answer stays open', async () => {
    await expect(day).toHaveCount(0)
    await page.getByLabel('ID Document Type').selectOption('passport')
    await expect(day).toBeVisible()
    await choose(identification, 'Nationality', 'Other')
    await page.getByLabel('ID Number').fill('8001015009087')
    await page.getByLabel('ID Document Type').selectOption('id')
    await expect(day.getByLabel('Year')).toHaveValue('1980')
    await choose(identification, 'Nationality', 'South African')
    await expect(day).toBeVisible()
    await page.getByLabel('ID Number').fill('800101500908')
    await expect(day).toBeVisible()
    await page.getByLabel('ID Number').fill('8001015009087')
    await expect(day).toHaveCount(0)
    await button(page, 'Change what your ID number says').click()
    await expect(page.getByLabel('ID Document Type')).toBeFocused()
    await expect(day.getByLabel('Year')).toHaveValue('1980')
  })

  await test.step('the third line of an address', async () => {
    await page.request.put('/api/application', { data: { currentStep: 'address' } })
    await page.goto('/')
    await expectStep(page, 'address')
    await button(page, 'Add a line').click()
    await expect(page.getByLabel('Address Line 3')).toBeFocused()
    await page.keyboard.type('Vredehoek')
    await page.reload()
    await expect(page.getByLabel('Address Line 3')).toHaveValue('Vredehoek')
    await page.getByLabel('Address Line 3').fill('')
    await expect(page.getByLabel('Address Line 3')).toBeFocused()
  })

  await test.step('medical aid that Next missed', async () => {
    await page.request.put('/api/application', { data: { currentStep: 'employment' } })
    await page.goto('/')
    await expectStep(page, 'employment')
    await button(page, nextLabels.employment).click()
    await page.getByRole('alert').getByRole('link', { name: 'Medical Aid Company is required' }).click()
    await expect(page.getByLabel('Medical Aid Company')).toBeFocused()
    await page.keyboard.type('Bonitas')
    await expect(page.getByLabel('Medical Aid Company')).toHaveValue('Bonitas')
    await expect(page.getByLabel('Medical Aid Plan')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('a wide window shows every question', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(page.getByRole('group', { name: 'Payslips' })).toBeVisible()
    await expect(page.getByRole('group', { name: 'Risk benefit statement' })).toBeVisible()
  })
})

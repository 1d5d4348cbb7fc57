import { expect, test, type Locator, type Page } from '@playwright/test'
import { holdDrafts } from '../hold.ts'
import { button, expectNoProblems, expectNotification, expectProblems } from '../forms.ts'
import { expectStep, goOn, nextLabels } from '../wizard.ts'
import { reload, type Journey } from './journey.ts'

function questions(page: Page) {
  const main = page.getByRole('main')
  return {
    country: main.getByLabel('Country'),
    line1: main.getByLabel('Address Line 1'),
    line2: main.getByLabel('Address Line 2'),
    line3: main.getByLabel('Address Line 3'),
    city: main.getByLabel('City'),
    province: main.getByLabel('State/Province'),
    postalCode: main.getByLabel('Postal Code'),
  }
}

/** One more country than the specification's "about 58", and an empty option. */
const COUNTRY_ENTRIES = 59 + 1
const PROVINCE_ENTRIES = 9 + 1

export async function completeAddress(journey: Journey): Promise<void> {
  const { page } = journey
  const ask = questions(page)

  await test.step('every question that is left out is named', async () => {
    await expect(page.getByText('Please provide your current residential address details')).toBeVisible()
    await expect(ask.country.getByRole('option')).toHaveCount(COUNTRY_ENTRIES)
    await expect(ask.country.getByRole('option').nth(1)).toHaveText('South Africa')
    await expect(ask.country).toHaveValue('South Africa')
    await ask.country.selectOption('Please choose')
    await button(page, nextLabels.address).click()
    await expectProblems(page, [
      { field: ask.country, message: 'Country is required' },
      { field: ask.line1, message: 'Address line 1 is required' },
      { field: ask.city, message: 'City is required' },
      { field: ask.province, message: 'State/Province is required' },
      { field: ask.postalCode, message: 'Postal code is required' },
    ])
  })

  await test.step('a postal code that looks wrong is pointed out', async () => {
    await ask.country.selectOption('South Africa')
    await ask.line1.fill('12 Dorp Street')
    await ask.line2.fill('Unit 4, Akkerhof')
    await button(page, 'Add a line').click()
    await expect(ask.line3).toBeFocused()
    await ask.line3.fill('Die Boord')
    await ask.city.fill('Paarl')
    await expect(ask.province.getByRole('option')).toHaveCount(PROVINCE_ENTRIES)
    await ask.province.selectOption('Western Cape')
    await ask.postalCode.fill('76000')
    await ask.city.click()
    await expect(ask.postalCode).toHaveAccessibleDescription(
      /South African postal codes have four digits\. Please check it\./u,
    )
  })

  await test.step('a reload in the middle keeps what is typed', async () => {
    await reload(page, 'address')
    await expect(ask.line2).toHaveValue('Unit 4, Akkerhof')
    await expect(ask.postalCode).toHaveValue('76000')
  })

  await test.step("the browser's Back and Forward lead from step to step, and lose nothing", async () => {
    await page.goBack()
    await expectStep(page, 'personal')
    // Answered sections are collapsed.
    await button(page, 'Change About You').click()
    await expect(page.getByRole('region', { name: 'About You' }).getByLabel('Full Name')).toHaveValue(
      'Nomvula Grace van der Merwe',
    )
    await page.goForward()
    await expectStep(page, 'address')
    await expect(ask.line1).toHaveValue('12 Dorp Street')
    await expect(ask.postalCode).toHaveValue('76000')
  })

  await test.step('Back goes to the step before, and saves', async () => {
    await ask.postalCode.fill('7646')
    await button(page, 'Back').click()
    await expectStep(page, 'personal')
    await goOn(page, 'personal')
    await expect(ask.postalCode).toHaveValue('7646')
    await expectNoProblems(page)
  })

  await meetSecondTab(journey, ask.city)
}

/** A second tab saves first. Nothing is overwritten without asking, and no input is lost. */
async function meetSecondTab({ page, watch }: Journey, city: Locator): Promise<void> {
  watch.expect(412, '/api/application')
  const letDraftsThrough = await holdDrafts(page, watch)
  const dialog = page.getByRole('dialog', { name: 'These answers were changed elsewhere' })
  const other = await page.context().newPage()
  const there = questions(other)

  /** Changes the city in the other tab, and saves it. */
  const saveElsewhere = async (town: string) => {
    await other.goto('/')
    await expectStep(other, 'address')
    await there.city.fill(town)
    await goOn(other, 'address')
    await button(other, 'Back').click()
    await expectStep(other, 'address')
  }
  const tryToSave = async () => {
    await button(page, nextLabels.address).click()
    await expect(dialog).toBeVisible()
  }

  await test.step('what a second tab saved first is shown, and nothing is overwritten', async () => {
    await city.fill('Wellington')
    await saveElsewhere('Stellenbosch')
    await tryToSave()
    await expect(dialog).toContainText('Nothing is overwritten until you choose.')
    await expect(dialog.getByRole('listitem')).toHaveText([
      /City.*On this page.*Wellington.*Saved elsewhere.*Stellenbosch/u,
    ])
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expectStep(page, 'address')
    await expect(city).toHaveValue('Wellington')
  })

  await test.step('the newer answers can be taken over', async () => {
    await page.getByLabel('Address Line 3').fill('Die Boord, Paarl')
    await tryToSave()
    await button(dialog, 'Use the newer answers').click()
    await expectNotification(page, 'Newer answers shown', 'Please check this page, then carry on.')
    await expect(city).toHaveValue('Stellenbosch')
    await expect(page.getByLabel('Address Line 3')).toHaveValue('Die Boord, Paarl')
  })

  await test.step('or those typed here be kept', async () => {
    await city.fill('Paarl')
    await saveElsewhere('Franschhoek')
    await other.close()
    await tryToSave()
    await button(dialog, 'Keep mine and save').click()
    await expectStep(page, 'employment')
  })
  await letDraftsThrough()
}

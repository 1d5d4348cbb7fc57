import type { Page } from '@playwright/test'
import type { StepId } from '#features/applications/rules/wizard/steps.ts'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { pressInHeader } from '#test/support/e2e/header.ts'
import { button } from '#test/support/e2e/forms.ts'
import { holdCall } from '#test/support/e2e/hold.ts'
import { addClient, signIn, type Person } from '#test/support/e2e/people.ts'
import type { Product } from '#test/support/e2e/product.ts'
import { readStored } from '#test/support/e2e/stored-application.ts'
import { expectStep, heading, nextLabels } from '#test/support/e2e/wizard.ts'

/** Answers are saved automatically, and no input is lost (docs/decisions/0030 and 0031). */
const SAVE = '/api/application'
const DRAFT = '/api/application?draft=1'
const SLOW_FRAME_MS = 500
const city = (page: Page) => page.getByLabel('City')
const postalCode = (page: Page) => page.getByLabel('Postal Code')

async function clientAt(product: Product, currentStep: StepId): Promise<Person> {
  return addClient(product.context, { currentStep, answers: completeAnswers('thandiwe@people.example') })
}

async function open(page: Page, client: Person, step: StepId): Promise<void> {
  await signIn(page.context(), client)
  await page.goto('/')
  await expectStep(page, step)
}

async function storedCity({ context }: Product, { id }: Person): Promise<string | null> {
  return (await readStored(context, id)).answers.city
}

/** Types with pauses, and keeps the focus in the field. */
async function retype(page: Page, text: string): Promise<void> {
  await city(page).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

async function pressNext(page: Page): Promise<void> {
  await button(page, nextLabels.address).click()
  await expect(button(page, 'Saving...')).toBeVisible()
}

test('input during the save of Next or Save & Sign Out is saved too, before the next page opens', async ({
  page,
  product,
}) => {
  const client = await clientAt(product, 'address')
  await open(page, client, 'address')

  await test.step('on Next', async () => {
    const release = await holdCall(page, SAVE)
    await pressNext(page)
    await retype(page, 'Makhanda')
    release()
    await expectStep(page, 'employment')
    expect(await storedCity(product, client)).toBe('Makhanda')
  })

  await test.step('on Save & Sign Out', async () => {
    await button(page, 'Back').click()
    await expectStep(page, 'address')
    const release = await holdCall(page, SAVE)
    await pressInHeader(page, 'Save & Sign Out')
    await retype(page, 'Gqeberha')
    release()
    await expect(page).toHaveURL('/auth')
    expect(await storedCity(product, client)).toBe('Gqeberha')
  })
})

test('invalid input during the save of Next keeps the step open', async ({ page, product }) => {
  await open(page, await clientAt(product, 'address'), 'address')
  const release = await holdCall(page, SAVE)
  await pressNext(page)
  await city(page).fill('')
  release()
  await expect(page.getByRole('alert')).toContainText('City is required')
  await expect(heading(page, 'address')).toBeVisible()
})

test('typing is saved at rest and when a field is left, says when, and another device sees it', async ({
  page,
  product,
  openBrowser,
}) => {
  const client = await clientAt(product, 'address')
  await open(page, client, 'address')
  await retype(page, 'Makhanda')
  await expect(page.getByText(/^Saved \d\d:\d\d$/u)).toBeVisible()
  expect(await storedCity(product, client)).toBe('Makhanda')
  await expect(city(page)).toBeFocused()

  const left = page.waitForResponse((answer) => answer.url().endsWith(DRAFT))
  await postalCode(page).fill('6139')
  await page.keyboard.press('Tab')
  expect((await left).status()).toBe(200)

  const { page: other } = await openBrowser()
  await open(other, client, 'address')
  await expect(city(other)).toHaveValue('Makhanda')
  await expect(postalCode(other)).toHaveValue('6139')
})

test('a child’s details are saved on every change', async ({ page, product }) => {
  const children = { hasChildren: true, childrenDetails: [{ fullName: 'Lwazi', idNumber: null }] }
  const answers = { ...completeAnswers('thandiwe@people.example'), ...children }
  const client = await addClient(product.context, { currentStep: 'personal', answers })
  await open(page, client, 'personal')
  const name = page.getByRole('group', { name: 'Child 1', exact: true }).getByLabel('Full Name')
  for (const typed of ['Lwazi Dube', 'Lwazi Dube Ndlovu']) {
    await name.fill(typed)
    await expect
      .poll(async () => (await readStored(product.context, client.id)).answers.childrenDetails[0]?.fullName)
      .toBe(typed)
  }
})

test('reloading, leaving for another page or closing the tab in the middle of a word loses nothing', async ({
  page,
  product,
}) => {
  const client = await clientAt(product, 'address')
  await open(page, client, 'address')

  await test.step('after a reload the user continues typing', async () => {
    await retype(page, 'Makh')
    await page.reload()
    await expectStep(page, 'address')
    await expect(city(page)).toHaveValue('Makh')
    await city(page).focus()
    await page.keyboard.press('End')
    await page.keyboard.type('anda')
    await expect.poll(() => storedCity(product, client)).toBe('Makhanda')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('leaving for another page loses nothing, also while a save is on its way', async () => {
    // The first draft never gets a response.
    const pending = Promise.withResolvers<void>()
    await page.route(`**${DRAFT}`, () => pending.resolve(), { times: 1 })
    await retype(page, 'Gqe')
    await postalCode(page).fill('6139')
    await pending.promise
    await retype(page, 'Gqeberha')
    await page.goto('about:blank')
    await expect.poll(() => storedCity(product, client)).toBe('Gqeberha')
    expect((await readStored(product.context, client.id)).answers.postalCode).toBe('6139')
  })

  await test.step('a closed tab’s input is there in another', async () => {
    await page.goto('/')
    await expectStep(page, 'address')
    await retype(page, 'Polokwane')
    await page.close({ runBeforeUnload: true })
    await expect.poll(() => storedCity(product, client)).toBe('Polokwane')
    const other = await page.context().newPage()
    await other.goto('/')
    await expectStep(other, 'address')
    await expect(city(other)).toHaveValue('Polokwane')
  })
})

test('two tabs that type the same answer are asked, and overwrite nothing unseen', async ({
  page,
  product,
  watch,
}) => {
  watch.expect(412, SAVE)
  const client = await clientAt(product, 'address')
  await open(page, client, 'address')
  const second = await page.context().newPage()
  await second.goto('/')
  await expectStep(second, 'address')

  await city(page).fill('Makhanda')
  await postalCode(page).focus()
  await expect.poll(() => storedCity(product, client)).toBe('Makhanda')
  await city(second).fill('Gqeberha')
  await postalCode(second).focus()
  const question = second.getByRole('dialog', { name: 'These answers were changed elsewhere' })
  await expect(question).toContainText('Makhanda')
  expect(await storedCity(product, client)).toBe('Makhanda')

  await test.step('put off, the rest is saved and Next asks again', async () => {
    await second.keyboard.press('Escape')
    await postalCode(second).fill('6001')
    await city(second).focus()
    await expect
      .poll(async () => (await readStored(product.context, client.id)).answers.postalCode)
      .toBe('6001')
    expect(await storedCity(product, client)).toBe('Makhanda')
    await button(second, nextLabels.address).click()
    await button(question, 'Keep mine and save').click()
    await expectStep(second, 'employment')
    expect(await storedCity(product, client)).toBe('Gqeberha')
  })
})

test('a field focused right after a step opens keeps the focus', async ({ page, product }) => {
  // On a slow phone the heading takes the focus two frames later.
  await page.addInitScript((ms) => {
    window.requestAnimationFrame = (run) => window.setTimeout(() => run(performance.now()), ms)
    window.cancelAnimationFrame = (frame) => window.clearTimeout(frame)
  }, SLOW_FRAME_MS)
  await open(page, await clientAt(product, 'personal'), 'personal')
  await button(page, nextLabels.personal).click()
  await city(page).click()
  await expect(heading(page, 'address')).toBeVisible()
  await expect(page).toHaveTitle(/Residential Address/u)
  await expect(city(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Makhanda')
  await expect(city(page)).toHaveValue('Makhanda')
})

import type { Locator, Page } from '@playwright/test'
import { stepIndex, wizardSteps, type StepId } from '#features/applications/rules/wizard/steps.ts'
import { codeField, enrolled, enterPassword, signOut } from '#test/support/e2e/authenticator.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, section } from '#test/support/e2e/forms.ts'
import { inHeader, menuButton, pressInHeader } from '#test/support/e2e/header.ts'
import { addClient, addManager, addStaff, inviteClient, signIn } from '#test/support/e2e/people.ts'
import { allPapers, fullAnswers, openAt, sit } from '#test/support/e2e/sitter.ts'
import { realFile } from '#test/support/e2e/journey/journey.ts'
import { chooseFiles } from '#test/support/e2e/uploads.ts'
import { goOn, nextLabels } from '#test/support/e2e/wizard.ts'

/** The phone used for all measurements. */
const PHONE = { width: 390, height: 844 }
/** The same phone with browser bars and the keyboard open. */
const SHORT_PHONE = { width: 390, height: 664 }
const BAR = 56
const WIZARD_BAR = 44
const FIRST_QUESTION_WITHIN = 300

test.use({ viewport: PHONE, hasTouch: true })
// Starts late in the run, because this long file would leave other workers idle.
test.describe.configure({ mode: 'parallel' })

type DraftStep = Exclude<StepId, 'success'>

const firstQuestion = (main: Locator) => main.locator('label, legend').filter({ visible: true }).first()

/** The main element of each step: its first question, or its first content. */
const firstThings: Readonly<Record<DraftStep, (main: Locator) => Locator>> = {
  personal: (main) => firstQuestion(main),
  address: (main) => firstQuestion(main),
  employment: (main) => firstQuestion(main),
  'net-worth-intro': (main) => main.getByText('It helps to have your bank'),
  assets: (main) => firstQuestion(main),
  liabilities: (main) => firstQuestion(main),
  documents: (main) => main.getByRole('heading', { level: 2 }).first(),
  review: (main) => main.getByRole('heading', { level: 2 }).first(),
}

/** Elements of the wizard's header (specification section 2). */
const wizardMenu = ['Contact Support', 'Account', 'Change Password', 'Save & Sign Out']

async function boxOf(thing: Locator) {
  const box = await thing.boundingBox()
  if (box === null) throw new Error(`${String(thing)} is not on the screen`)
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

/** A click on its centre hits it, and nothing above it. */
async function expectPressable(thing: Locator): Promise<void> {
  await thing.scrollIntoViewIfNeeded()
  const over = await thing.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const met = document.elementFromPoint(left + width / 2, top + height / 2)
    return met !== null && element.contains(met) ? null : (met?.outerHTML.slice(0, 160) ?? 'nothing')
  })
  expect.soft(over, `${String(thing)} is covered`).toBeNull()
}

async function expectOneBar(page: Page, items: readonly string[], height = BAR): Promise<void> {
  const bar = await boxOf(page.getByRole('banner'))
  expect.soft(bar.y, 'the bar is at the top').toBe(0)
  expect.soft(bar.height, 'the height of the bar').toBeLessThanOrEqual(height + 1)
  await expect(menuButton(page)).toHaveCount(1)
  for (const name of items) await expect.soft(await inHeader(page, name), name).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(menuButton(page)).toBeFocused()
}

test('each step: one bar of 44 px, and the first question within 300 px', async ({ page, product }) => {
  await sit(page, product, { answers: { fullName: fullAnswers.fullName } })
  // Without the introduction of a first visit.
  await openAt(page, 'personal')
  for (const { id } of wizardSteps) {
    if (id === 'success') continue
    await test.step(id, async () => {
      await openAt(page, id)
      const { y } = await boxOf(firstThings[id](page.getByRole('main')))
      expect.soft(y, `${id}: what one came for`).toBeLessThanOrEqual(FIRST_QUESTION_WITHIN)
      await expectOneBar(page, wizardMenu, WIZARD_BAR)
      const where = `Step ${stepIndex(id) + 1} of ${wizardSteps.length}`
      await expect(page.getByRole('banner')).toContainText(where)
      await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', new RegExp(where, 'u'))
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    })
  }
})

test('a notification leaves the menu and the next action accessible', async ({ page, product, watch }) => {
  watch.expect('no answer', '/api/application')
  await sit(page, product, { answers: fullAnswers, handedIn: allPapers })
  await openAt(page, 'personal')
  for (const { id } of wizardSteps) {
    if (id === 'success') continue
    await page.route('**/api/application', (route) =>
      route.request().method() === 'PUT' ? route.abort('connectionfailed') : route.fallback(),
    )
    if (id === 'review') await section(page, 'Terms').getByRole('checkbox').first().click()
    else await button(page, nextLabels[id]).click()
    await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('listitem')).toBeInViewport()
    await expectPressable(menuButton(page))
    await expectPressable(button(page, nextLabels[id]))
    await page.unroute('**/api/application')
    if (id !== 'review') await goOn(page, id)
  }
})

const staffPages = {
  admin: ['/admin', '/admin/annual-reviews', '/admin/security'],
  wealth_manager: ['/wealth-manager', '/wealth-manager/annual-reviews'],
  system_administrator: ['/system-admin'],
} as const

for (const [role, addresses] of Object.entries(staffPages)) {
  test(`${role}: one bar of 56 px with one menu`, async ({ page, product }) => {
    const person = await addStaff(product.context, role as keyof typeof staffPages)
    await signIn(page.context(), person)
    for (const address of addresses) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectOneBar(page, ['Change Password', `Welcome, ${person.username}`, 'Sign Out'])
    }
  })
}

test('pages without a menu have a bar of 56 px too', async ({ page, product }) => {
  await signIn(
    page.context(),
    await addClient(product.context, { manager: await addManager(product.context) }),
  )
  for (const address of ['/account?section=you', '/change-password', '/nowhere', '/verify']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const { height } = await boxOf(page.getByRole('banner'))
    expect.soft(height, address).toBeLessThanOrEqual(BAR + 1)
  }
})

test('the sign-in form is visible from the first visit on', async ({ page }) => {
  await page.setViewportSize(SHORT_PHONE)
  for (const [address, name] of [
    ['/auth', 'Sign In'],
    ['/reset-password', 'Send Reset Password'],
  ] as const) {
    await page.goto(address)
    const { bottom } = await boxOf(button(page, name))
    expect.soft(bottom, `${address}: ${name}`).toBeLessThanOrEqual(SHORT_PHONE.height)
  }
})

test("a code, and a first password of one's own, are asked for on one screen", async ({ page, product }) => {
  const expectOnScreen = async (name: string) => {
    await page.setViewportSize(SHORT_PHONE)
    await page.evaluate(() => window.scrollTo(0, 0))
    const { bottom } = await boxOf(button(page, name))
    expect.soft(bottom, name).toBeLessThanOrEqual(SHORT_PHONE.height)
  }
  await test.step('the code of an authenticator, and a recovery code', async () => {
    const admin = await addStaff(product.context, 'admin')
    await enrolled(page, admin)
    await signOut(page)
    await enterPassword(page, admin)
    await expect(codeField(page)).toBeVisible()
    await expectOnScreen('Continue')
    await button(page, 'Use a recovery code').click()
    await expectOnScreen('Continue')
  })
  await test.step('after a temporary password', async () => {
    const manager = await addManager(product.context)
    await signIn(page.context(), await inviteClient(product.context, manager))
    await page.goto('/')
    await expect(page).toHaveURL('/change-password')
    await expectOnScreen('Change Password')
  })
})

test('a dialog that a menu opened gives the focus back to the menu', async ({ page, product }) => {
  await sit(page, product, { answers: fullAnswers })
  await openAt(page, 'employment')
  await page.route('**/api/objects/upload', () => undefined)
  await chooseFiles(page, 'Payslips', [await realFile('march', 'application/pdf')])
  await pressInHeader(page, 'Save & Sign Out')
  await button(page.getByRole('alertdialog'), 'Keep uploading').click()
  await expect(menuButton(page)).toBeFocused()
  await page.unroute('**/api/objects/upload')
})

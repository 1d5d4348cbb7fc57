import type { Locator, Page } from '@playwright/test'
import type { FirmSettingsState } from '#features/firm/api.ts'
import { taskNames } from '#features/due-diligence/rules/tasks.ts'
import { wizardSteps } from '#features/applications/rules/wizard/steps.ts'
import { demoSections } from '#app/demo/demo-firm.ts'
import { findViolations } from '#test/support/e2e/axe.ts'
import { addUnderReview, askFor, openTasks, taxNumber } from '#test/support/e2e/corrections.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button } from '#test/support/e2e/forms.ts'
import { addManager, addStaff, signIn } from '#test/support/e2e/people.ts'
import type { Product } from '#test/support/e2e/product.ts'
import { allPapers, fullAnswers, openAt, sit } from '#test/support/e2e/sitter.ts'
import { addToBook, dialog, handInPictures } from '#test/support/e2e/staff.ts'
import { goOn, heading, nextLabels } from '#test/support/e2e/wizard.ts'

/** A long name without a line break opportunity. */
const LONG_NAME = 'Maximiliana-Alexandrina Bartholomeus-Featherstonehaugh van der Merwe-Nkosikazi'
const LONG_ADDRESS = 'maximiliana.alexandrina.bartholomeus-featherstonehaugh@wealth.example'

const longAnswers = {
  ...fullAnswers,
  fullName: LONG_NAME,
  employerName: 'Table-Bay-and-False-Bay-Shipping-and-Forwarding-and-Clearing-Holdings (Pty) Ltd',
  addressLine1: '14 Vergenoegd-op-die-Hoogtevan-Tamboerskloofstraat-Uitbreiding',
}

/** Browser and display settings of users. */
const settings = {
  'a phone of 320 px, which is 400 % on a desk': { width: 320, height: 568, css: '' },
  'text spacing (WCAG 1.4.12)': {
    width: 390,
    height: 844,
    css: '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
  },
  'text of 130 % on a small phone': {
    width: 360,
    height: 740,
    css: ':root { font-size: 130% !important }',
  },
  'text of 150 % on a phone': {
    width: 390,
    height: 844,
    css: ':root { font-size: 150% !important }',
  },
  'text of 200 % on a phone': {
    width: 390,
    height: 844,
    css: ':root { font-size: 200% !important }',
  },
  'text of 200 % on a desk (WCAG 1.4.4)': {
    width: 1280,
    height: 900,
    css: ':root { font-size: 200% !important }',
  },
} as const

/** Applies a setting with a constructed style sheet, which the content policy allows. */
async function set(page: Page, { width, height, css }: { width: number; height: number; css: string }) {
  await page.setViewportSize({ width, height })
  await page.evaluate((rules) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    document.adoptedStyleSheets = [sheet]
  }, css)
}

/** Clipped texts, and by how much the page is wider than the screen. */
async function faultsOf(page: Page, setWidth: number): Promise<string[]> {
  return page.evaluate((clientWidth) => {
    const SLACK = 2
    const found: string[] = []
    const { scrollWidth } = document.documentElement
    if (scrollWidth > clientWidth) {
      const all = [...document.querySelectorAll('main *, header *, footer *')]
      const wide = all.filter((one) => one.getBoundingClientRect().right > clientWidth + SLACK)
      const names = wide
        .slice(0, 4)
        .map((one) => `${one.tagName} ${one.className} “${one.textContent?.slice(0, 40)}”`)
      found.push(`${scrollWidth - clientWidth} px beyond the screen: ${names.join('; ')}`)
    }
    // Tables and typed texts may scroll sideways; dialogs only vertically.
    for (const inside of document.querySelectorAll('dialog[open] :not(input)')) {
      const scrolls = getComputedStyle(inside).overflowX !== 'visible'
      if (scrolls && inside.scrollWidth > inside.clientWidth + SLACK && inside.clientWidth > 1) {
        const { left } = inside.getBoundingClientRect()
        const beyond = (one: Element) => one.getBoundingClientRect().right - left - inside.clientWidth
        const names = [...inside.querySelectorAll('*')].filter((one) => beyond(one) > 0).slice(-2)
        const by = inside.scrollWidth - inside.clientWidth
        found.push(
          `a dialog scrolls sideways by ${by} px: ${names.map((one) => one.textContent?.slice(0, 40)).join('; ')}`,
        )
      }
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const parent = text.parentElement
      if (parent === null || text.textContent?.trim() === '') continue
      if (!parent.checkVisibility({ visibilityProperty: true }) || parent.closest('option, svg, textarea'))
        continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const rect = range.getBoundingClientRect()
      for (let box: Element | null = parent; box !== null; box = box.parentElement) {
        const { overflowX, overflowY, clipPath } = getComputedStyle(box)
        // Texts for screen readers only.
        if (clipPath !== 'none' || box.getBoundingClientRect().width <= 1) break
        const edge = box.getBoundingClientRect()
        const clips = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
        const cut =
          (clips(overflowX) && (rect.right > edge.right + SLACK || rect.left < edge.left - SLACK)) ||
          (clips(overflowY) && (rect.bottom > edge.bottom + SLACK || rect.top < edge.top - SLACK))
        if (cut) {
          found.push(`cut off: “${text.textContent?.trim().slice(0, 60)}” by ${box.className.slice(0, 80)}`)
          break
        }
      }
    }
    return found
  }, setWidth)
}

type Setting = keyof typeof settings

const allSettings = Object.keys(settings) as Setting[]

/** Reports all problems of a page at once. */
const softly = expect.configure({ soft: true })

async function expectReadable(
  page: Page,
  name: string,
  title = page.getByRole('heading', { level: 1 }),
): Promise<void> {
  await expect(title.first()).toBeVisible()
  await expect(page.getByText('Loading...')).toHaveCount(0)
  for (const setting of allSettings) {
    await set(page, settings[setting])
    // The script switches between table and cards after the resize.
    await softly
      .poll(() => faultsOf(page, settings[setting].width), { message: `${name}, ${setting}` })
      .toEqual([])
  }
}

/** Readable at all settings, and accessible with large text in light and dark. */
async function expectSoundDialog(page: Page, name: string, form: Locator): Promise<void> {
  await expectReadable(page, name, form.getByRole('heading', { level: 2 }))
  await set(page, settings['text of 200 % on a phone'])
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    softly(await findViolations(page), `${name}, ${colorScheme}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await set(page, { width: 1280, height: 900, css: '' })
}

async function visit(page: Page, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    await page.goto(address)
    await expectReadable(page, address)
  }
}

test('pages for everyone', async ({ page }) => {
  await visit(page, ['/auth', '/reset-password', '/verify', '/confirm', '/nowhere'])
})

test('the steps and other pages of clients', async ({ page, product }) => {
  const manager = await addManager(product.context, { fullName: LONG_NAME })
  await sit(page, product, { manager, answers: longAnswers, handedIn: allPapers })
  await openAt(page, 'personal')
  for (const { id } of wizardSteps) {
    if (id === 'success') continue
    await expectReadable(page, id, heading(page, id))
    if (id !== 'review') await goOn(page, id)
  }
  await visit(page, ['/account', '/change-password', '/admin'])
})

test('the steps of a client who has just begun, and a bar of two lines', async ({ page, product }) => {
  const manager = await addManager(product.context, { fullName: LONG_NAME })
  await sit(page, product, { manager, answers: { fullName: LONG_NAME } })
  for (const { id } of wizardSteps) {
    if (id === 'success') continue
    await openAt(page, id)
    await set(page, settings['text of 130 % on a small phone'])
    const progress = page.getByRole('navigation', { name: 'Application Progress' })
    // The step and its percentage are one line, below it is when the answers were saved.
    const lines = await progress
      .getByRole('button')
      .first()
      .evaluate((one) => {
        const texts = [...one.querySelectorAll('span')].map((text) => text.getClientRects().length)
        return Math.max(...texts)
      })
    softly(lines, `the bar of ${id}`).toBe(1)
    await expectReadable(page, `${id}, begun`, heading(page, id))
    if (id !== 'review') await button(page, nextLabels[id]).press('Enter')
    if (id === 'review' || id === 'documents') await expectReadable(page, `${id}, refused`, heading(page, id))
  }
})

test.describe('due diligence', () => {
  test.use({ variables: { FICA_PACK: 'on' } })
  test('due diligence tasks, with errors in them', async ({ page, product, watch }) => {
    for (const task of taskNames) watch.expect(422, `/api/application/pack/${task}/hand-in`)
    await sit(page, product, { answers: longAnswers, handedIn: allPapers, status: 'submitted' })
    for (const task of taskNames) {
      await page.goto(`/pack?task=${task}`)
      await button(page, 'Send').click()
      await expect(page.getByRole('alert').first()).toBeVisible()
      await expectReadable(page, `/pack?task=${task}`)
    }
  })
})

test('after the submission', async ({ page, product }) => {
  const manager = await addManager(product.context, { fullName: LONG_NAME })
  await sit(page, product, { manager, answers: longAnswers, handedIn: allPapers, status: 'submitted' })
  await visit(page, ['/'])
})

test('the home and the tasks of a client who is asked for corrections, and what they sent', async ({
  page,
  product,
  elsewhere,
}) => {
  const manager = await addManager(product.context, { fullName: LONG_NAME })
  const whose = await addUnderReview(product, { fullName: LONG_NAME, manager, answers: longAnswers })
  const comment = `Please ask ${LONG_ADDRESS} for the letter.`
  await askFor(elsewhere, whose, [
    { ...taxNumber, comment },
    { subject: { kind: 'document', documentId: whose.payslipId }, reason: 'unreadable', comment },
    { subject: { kind: 'additional', title: LONG_NAME } },
    { subject: { kind: 'question', question: `Who is ${LONG_ADDRESS.split('@')[0]}?` } },
  ])
  await openTasks(page, whose)
  await expectReadable(page, 'what is asked for')
  const tasks = await page
    .locator('a[href*="task="]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(tasks.length).toBeGreaterThanOrEqual(4)
  await visit(page, [...new Set(tasks)])
})

async function addLongClient(product: Product, username: string, status: 'submitted' | 'onboarded') {
  const manager = await addManager(product.context, { fullName: LONG_NAME })
  const client = await addToBook(product, {
    fullName: LONG_NAME,
    username,
    manager,
    status,
    answers: longAnswers,
  })
  await handInPictures(product, client)
  return { manager, client }
}

test('pages of wealth managers', async ({ page, product }) => {
  const { manager, client } = await addLongClient(product, `m.${LONG_ADDRESS}`, 'submitted')
  await signIn(page.context(), manager)
  await visit(page, [
    '/wealth-manager',
    '/wealth-manager/annual-reviews',
    `/wealth-manager/review?application=${client.applicationId}`,
  ])
})

test('pages of admins', async ({ page, product }) => {
  const { client } = await addLongClient(product, `a.${LONG_ADDRESS}`, 'onboarded')
  await signIn(page.context(), await addStaff(product.context, 'admin', LONG_NAME))
  await visit(page, ['/admin', '/admin/annual-reviews', '/admin/security', '/account'])
  await page.goto(`/admin?application=${client.applicationId}`)
  const summary = page.getByRole('dialog', { name: 'Application Summary' })
  await summary.getByRole('button', { name: 'Show All Details' }).click()
  await expectReadable(page, 'the summary', summary.getByRole('heading', { level: 2 }))
})

/** Opens the mail editor of a dialog and writes a link that is refused. */
async function editMailWrongly(form: Locator): Promise<void> {
  await button(form, 'Edit the email').click()
  await expect(form.getByLabel('Subject')).toBeFocused()
  await form.getByLabel('Text', { exact: true }).fill('Please sign in at https://evil.example')
  await expect(form.getByLabel('Text', { exact: true })).toHaveAccessibleDescription(
    /Error: .*evil\.example/u,
  )
}

test('dialogs of admins, with errors in them, and changes by others', async ({ page, product, watch }) => {
  const manager = await addManager(product.context, { fullName: LONG_NAME })
  const client = await addToBook(product, {
    fullName: LONG_NAME,
    username: `r.${LONG_ADDRESS}`,
    manager,
    status: 'rejected',
  })
  watch.expect(400, '/api/staff/mail-previews')
  await signIn(page.context(), await addStaff(product.context, 'admin', LONG_NAME))
  await page.goto(`/admin/review?application=${client.applicationId}`)

  await button(page, 'Reopen').click()
  const reopening = dialog(page, 'Reopen')
  await button(reopening, 'Reopen').click()
  await expect(reopening.getByText('Please give a reason')).toBeVisible()
  await editMailWrongly(reopening)
  await expectSoundDialog(page, 'reopening', reopening)
  await page.keyboard.press('Escape')

  await page.goto('/admin?invite=new')
  const inviting = dialog(page, 'Create New Client User')
  await inviting.getByLabel('Email Address').fill(`i.${LONG_ADDRESS}`)
  await inviting.getByLabel('Assign Wealth Manager').selectOption(manager.id)
  await editMailWrongly(inviting)
  await expectSoundDialog(page, 'the invitation', inviting)
  await page.keyboard.press('Escape')

  await page.goto('/admin?status=rejected')
  await expect(page.getByRole('status').filter({ hasText: /^\d+ applications?$/u })).toBeVisible()
  await addToBook(product, {
    fullName: LONG_NAME,
    username: `c.${LONG_ADDRESS}`,
    manager,
    status: 'rejected',
  })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(page.getByRole('status').filter({ hasText: '1 changed' })).toBeVisible()
  await expectReadable(page, 'changes by others')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await findViolations(page)).toEqual([])
  }
})

test('the letter of a new wealth manager, with errors', async ({ page, product, elsewhere }) => {
  await signIn(elsewhere, await addStaff(product.context, 'system_administrator'))
  for (const [name, values] of Object.entries(demoSections)) {
    expect((await elsewhere.request.put(`/api/firm/settings/${name}`, { data: { values } })).status()).toBe(
      200,
    )
  }
  await signIn(elsewhere, await addStaff(product.context, 'admin'))
  const { sections } = (await (await elsewhere.request.get('/api/firm/settings')).json()) as FirmSettingsState
  const versionOf = (name: string) => sections.find(({ id }) => id === name)?.version
  const publication = {
    checkedBy: 'Vusi Ngcobo',
    factsVersion: versionOf('letterFacts'),
    textVersion: versionOf('letterText'),
  }
  expect((await elsewhere.request.post('/api/firm/letters/publish', { data: publication })).status()).toBe(
    200,
  )

  await signIn(page.context(), await addStaff(product.context, 'system_administrator', LONG_NAME))
  await page.goto('/system-admin?tab=users')
  await button(page, 'Create User').click()
  const form = dialog(page, 'Create User')
  await form.getByLabel('Role', { exact: true }).selectOption('Wealth Manager')
  await form.getByLabel('Upload a letter').check()
  await button(form, 'Create User').click()
  await expect(form.getByText('Email address is required').first()).toBeVisible()
  await expectSoundDialog(page, 'the letter', form)
  await form.getByLabel('The firm’s letter').check()
  await expectSoundDialog(page, 'the firm’s letter', form)
})

test('pages of system administrators', async ({ page, product }) => {
  await addLongClient(product, `s.${LONG_ADDRESS}`, 'submitted')
  await signIn(page.context(), await addStaff(product.context, 'system_administrator', LONG_NAME))
  await visit(
    page,
    ['overview', 'users', 'system', 'security', 'audit-logs'].map((tab) => `/system-admin?tab=${tab}`),
  )
})

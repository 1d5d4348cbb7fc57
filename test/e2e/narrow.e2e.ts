import type { Page } from '@playwright/test'
import { wizardSteps } from '#domain/applications/wizard/steps.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { addManager, addStaff, signIn } from '#test/support/e2e/people.ts'
import type { Product } from '#test/support/e2e/product.ts'
import { allPapers, fullAnswers, openAt, sit } from '#test/support/e2e/sitter.ts'
import { addToBook, handInPictures } from '#test/support/e2e/staff.ts'
import { goOn, heading } from '#test/support/e2e/wizard.ts'

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
async function set(page: Page, { width, height, css }: (typeof settings)[keyof typeof settings]) {
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
    // Tables may scroll sideways; dialogs only vertically.
    for (const inside of document.querySelectorAll('dialog[open] *')) {
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
const softly = expect.configure({ soft: true, timeout: 5000 })

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

test('after the submission', async ({ page, product }) => {
  const manager = await addManager(product.context, { fullName: LONG_NAME })
  await sit(page, product, { manager, answers: longAnswers, handedIn: allPapers, status: 'submitted' })
  await visit(page, ['/'])
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

test('pages of system administrators', async ({ page, product }) => {
  await addLongClient(product, `s.${LONG_ADDRESS}`, 'submitted')
  await signIn(page.context(), await addStaff(product.context, 'system_administrator', LONG_NAME))
  await visit(
    page,
    ['overview', 'users', 'system', 'security', 'audit-logs'].map((tab) => `/system-admin?tab=${tab}`),
  )
})

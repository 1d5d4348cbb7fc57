import type { Page } from '@playwright/test'
import { findViolations } from '#test/support/e2e/axe.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { addStaff, signIn } from '#test/support/e2e/people.ts'

const DESKS = [
  { width: 1366, height: 768 },
  { width: 1440, height: 900 },
]
const HEADER = 56

/** Every control is in the window, on one line, and none covers another. */
async function expectOneRow(page: Page): Promise<void> {
  const header = page.getByRole('banner')
  const { height = Infinity } = (await header.boundingBox()) ?? {}
  expect.soft(height, 'the header').toBeLessThanOrEqual(HEADER)
  const boxes = await header.evaluate((element) =>
    [...element.querySelectorAll('a, button')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .map((one) => ({ name: one.textContent, ...one.getBoundingClientRect().toJSON() }) as DOMRect),
  )
  const ordered = boxes.toSorted((one, other) => one.left - other.left)
  for (const [index, box] of ordered.entries()) {
    expect.soft(box.bottom).toBeLessThanOrEqual(HEADER)
    expect.soft(box.right).toBeLessThanOrEqual(ordered[index + 1]?.left ?? page.viewportSize()?.width ?? 0)
  }
}

const staffPages = {
  admin: ['/admin', '/admin/annual-reviews', '/figures', '/admin/imports', '/account', '/change-password'],
  wealth_manager: ['/wealth-manager', '/wealth-manager/annual-reviews'],
  system_administrator: ['/system-admin'],
} as const

for (const [role, addresses] of Object.entries(staffPages)) {
  test(`${role}: the header is one row with the welcome, Change Password and Sign Out`, async ({
    page,
    product,
  }) => {
    const person = await addStaff(product.context, role as keyof typeof staffPages, 'Johanna van der Merwe')
    await signIn(page.context(), person)
    for (const address of addresses) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      for (const desk of DESKS) {
        await page.setViewportSize(desk)
        const header = page.getByRole('banner')
        for (const item of [
          header.getByRole('link', { name: 'Welcome, Johanna van der Merwe', exact: true }),
          header.getByRole('link', { name: 'Change Password', exact: true }),
          header.getByRole('button', { name: 'Sign Out', exact: true }),
        ])
          await expect(item).toBeInViewport({ ratio: 1 })
        await test.step(`${address} at ${desk.width} px`, () => expectOneRow(page))
      }
    }
    expect(await findViolations(page)).toEqual([])
  })
}

import type { Locator, Page } from '@playwright/test'
import { completeAnswers } from '#domain/applications/wizard/complete-answers.ts'
import { onEachDevice } from '#test/support/e2e/devices.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, notification } from '#test/support/e2e/forms.ts'
import { failCall } from '#test/support/e2e/hold.ts'
import { addClient, signIn } from '#test/support/e2e/people.ts'
import type { Product } from '#test/support/e2e/product.ts'
import type { Watch } from '#test/support/e2e/watch.ts'
import { expectStep, nextLabels } from '#test/support/e2e/wizard.ts'

test.describe.configure({ mode: 'parallel' })

/** How long a notification shows (specification section 9). */
const SHOWN_MS = 5000
/** What a busy machine adds. */
const SLACK_MS = 6000

/** Opens a step with every answer, whose saves fail. */
async function openWhereSavingFails(page: Page, { context }: Product, watch: Watch): Promise<void> {
  watch.expect(503, '/api/application')
  const answers = completeAnswers('thandiwe@people.example')
  await signIn(page.context(), await addClient(context, { currentStep: 'address', answers }))
  await page.goto('/')
  await expectStep(page, 'address')
  await failCall(page, '/api/application', 503, 'PUT')
}

/** Has a notification shown: the one of a save that fails. */
async function showOne(page: Page): Promise<Locator> {
  await button(page, nextLabels.address).click()
  const shown = notification(page, 'Error')
  await expect(shown).toContainText('Failed to save progress. Please try again.')
  return shown
}

/** What people do with the first notification before the next one comes. */
const ways: Record<string, (page: Page, shown: Locator, device: 'desktop' | 'phone') => Promise<void>> = {
  'closed by hand': async (_page, shown, device) => {
    const close = button(shown, 'Close notification')
    await (device === 'phone' ? close.tap() : close.click())
    await expect(shown).toHaveCount(0)
  },
  'copied from': async (page, shown, device) => {
    const text = shown.getByText('Failed to save progress.')
    await (device === 'phone' ? text.tap() : text.click({ clickCount: 3 }))
    await page.keyboard.press('ControlOrMeta+KeyC')
    // The next one takes its place under the pointer, which then leaves.
    await page.mouse.move(1, 1)
  },
  'reached with F8 and closed with Escape': async (page, shown) => {
    await page.keyboard.press('F8')
    await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('list')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(shown).toHaveCount(0)
    await expect(button(page, nextLabels.address)).toBeFocused()
  },
}

onEachDevice((device) => {
  for (const [way, act] of Object.entries(ways)) {
    test(`a notification leaves after its time, also when the one before was ${way}`, async ({
      page,
      product,
      watch,
    }) => {
      await openWhereSavingFails(page, product, watch)
      await act(page, await showOne(page), device)
      const next = await showOne(page)
      await page.mouse.move(1, 1)
      await expect(next).toHaveCount(0, { timeout: SHOWN_MS + SLACK_MS })
    })
  }

  if (device === 'phone') return
  test('a notification that is read by mouse or keyboard stays until it is left', async ({
    page,
    product,
    watch,
  }) => {
    await openWhereSavingFails(page, product, watch)
    const shown = await showOne(page)
    await shown.hover()
    await page.waitForTimeout(SHOWN_MS + 1500)
    await expect(shown).toBeVisible()
    await page.keyboard.press('F8')
    await page.mouse.move(1, 1)
    await page.waitForTimeout(1500)
    await expect(shown).toBeVisible()
    await button(page, nextLabels.address).focus()
    await expect(shown).toHaveCount(0, { timeout: SLACK_MS })
  })
})

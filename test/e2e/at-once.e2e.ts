import type { Page } from '@playwright/test'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, expectNotification, notification } from '#test/support/e2e/forms.ts'
import { cutCall, failCall, holdCall } from '#test/support/e2e/hold.ts'
import { addManager } from '#test/support/e2e/people.ts'
import type { Product } from '#test/support/e2e/product.ts'
import { addToBook, dialog, openAsAdmin, openAsManager, part } from '#test/support/e2e/staff.ts'

const STATUS_CALLS = '**/api/admin/applications/*/status'
const summaryOf = (page: Page) => dialog(page, 'Application Summary')
const facts = (page: Page) => part(page, 'Application Status')
const actions = (page: Page) => page.locator('[data-action]')

async function openSummary(page: Page, product: Product, id: string): Promise<void> {
  await openAsAdmin(page, product, `/admin?application=${id}`)
  await expect(actions(page).first()).toBeVisible()
}

test('of two admins in two browsers one wins, and the other gets an error and sees the new state', async ({
  page,
  product,
  watch,
  openBrowser,
}) => {
  const { applicationId } = await addToBook(product, {
    fullName: 'Refilwe Kekana',
    username: 'refilwe.kekana@people.example',
    status: 'approved',
  })
  const { page: other } = await openBrowser()
  await openSummary(page, product, applicationId)
  await openSummary(other, product, applicationId)

  watch.expect(409, `/api/admin/applications/${applicationId}/status`)
  const letGo = [await holdCall(page, STATUS_CALLS), await holdCall(other, STATUS_CALLS)]
  await button(summaryOf(page), 'Mark Onboarded').click()
  await button(dialog(page, 'Mark Onboarded'), 'Mark Onboarded').click()
  await button(summaryOf(other), 'Mark Cancelled').click()
  await button(dialog(other, 'Mark Cancelled'), 'Mark Cancelled').click()
  for (const release of letGo) release()

  const won = (one: Page) => notification(one, 'Status Updated')
  const lost = (one: Page) => notification(one, 'Update Failed')
  await expect(won(page).or(lost(page))).toBeVisible()
  await expect(won(other).or(lost(other))).toBeVisible()
  const isFirst = await won(page).isVisible()
  const [winner, loser] = isFirst ? [page, other] : [other, page]
  const became = isFirst ? 'Onboarded' : 'Cancelled'
  await expect(lost(loser)).toContainText(`This application is at "${became}" now.`)
  await expect(won(winner)).toBeVisible()
  for (const one of [winner, loser]) {
    await expect(facts(one)).toContainText(`Status${became}`)
    await expect(actions(one)).toHaveText(isFirst ? ['Mark Cancelled'] : [])
  }
})

test('a manager who approves what an admin has cancelled gets an error', async ({
  page,
  product,
  watch,
  openBrowser,
}) => {
  const manager = await addManager(product.context, { letter: false })
  const { applicationId } = await addToBook(product, {
    fullName: 'Bongani Sithole',
    username: 'bongani.sithole@people.example',
    manager,
    status: 'under_review',
  })
  await openAsManager(page, manager, `/wealth-manager/review?application=${applicationId}&topic=answers`)
  await expect(actions(page)).toHaveText(['Approve', 'Reject'])
  const { page: admin } = await openBrowser()
  await openSummary(admin, product, applicationId)
  await button(summaryOf(admin), 'Mark Cancelled').click()
  await button(dialog(admin, 'Mark Cancelled'), 'Mark Cancelled').click()
  await expectNotification(admin, 'Status Updated', 'Application status has been successfully updated.')

  watch.expect(409, `/api/admin/applications/${applicationId}/status`)
  await button(page, 'Approve').click()
  await button(dialog(page, 'Approve'), 'Approve').click()
  await expectNotification(page, 'Failed to Update Status', 'This application is at "Cancelled" now.')
  await expect(facts(page)).toContainText('StatusCancelled')
  await expect(actions(page)).toHaveCount(0)
})

test('a new status shows at once, and is reverted where the server rejects it', async ({
  page,
  product,
  watch,
}) => {
  const { applicationId } = await addToBook(product, {
    fullName: 'Thuli Mahlangu',
    username: 'thuli.mahlangu@people.example',
    status: 'approved',
  })
  await openSummary(page, product, applicationId)
  const onboard = async () => {
    await button(summaryOf(page), 'Mark Onboarded').click()
    await button(dialog(page, 'Mark Onboarded'), 'Mark Onboarded').click()
  }
  const focused = page.locator(':focus')
  const expectReverted = async (why: RegExp) => {
    const failed = notification(page, 'Update Failed')
    await expect(failed).toContainText('Unable to update application status')
    await expect(failed).toContainText(why)
    await expect(facts(page)).toContainText('StatusApproved')
    await expect(actions(page)).toHaveText(['Mark Onboarded', 'Mark Cancelled'])
    await expect(focused).toHaveText('Approved')
    await button(failed, 'Close notification').click()
    await expect(failed).toHaveCount(0)
  }

  await test.step('a server that fails', async () => {
    watch.expect(500, `/api/admin/applications/${applicationId}/status`)
    const mend = await failCall(page, STATUS_CALLS, 500)
    await onboard()
    await expectReverted(/\S/u)
    await mend()
  })

  await test.step('no connection to it', async () => {
    watch.expect('no answer', `/api/admin/applications/${applicationId}/status`)
    const mend = await cutCall(page, STATUS_CALLS)
    await onboard()
    await expectReverted(/could not be reached|connection|network/iu)
    await mend()
  })

  await test.step('offline, the page keeps its content', async () => {
    watch.expect('no answer', '/api/admin')
    watch.expect('no answer', '/api/application-views')
    watch.expect('no answer', '/api/staff/mail-previews')
    await page.context().setOffline(true)
    await onboard()
    await expectReverted(/offline|connection|network/iu)
    await page.context().setOffline(false)
  })

  await test.step('one that takes its time', async () => {
    const release = await holdCall(page, STATUS_CALLS)
    await onboard()
    await expect(facts(page)).toContainText('StatusOnboarded')
    await expect(focused).toHaveText('Onboarded')
    await expect(actions(page)).toHaveCount(0)
    release()
    await expectNotification(page, 'Status Updated', 'Application status has been successfully updated.')
    await expect(actions(page)).toHaveText(['Mark Cancelled'])
    await expect(facts(page)).toContainText('Onboarded Date')
  })
})

import type { APIRequestContext, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { actions } from '#features/access/rules/lifecycle/transitions.ts'
import { clientStatuses } from '#features/applications/rules/lifecycle/tracker.ts'
import { users } from '#features/access/schema/tables.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, expectNotification, notification, section } from '#test/support/e2e/forms.ts'
import { cutCall, loseAnswers } from '#test/support/e2e/hold.ts'
import { mailsInOutbox } from '#test/support/e2e/outbox.ts'
import { addManager, signIn } from '#test/support/e2e/people.ts'
import type { Product } from '#test/support/e2e/product.ts'
import { allPapers, fullAnswers, sit } from '#test/support/e2e/sitter.ts'
import { addToBook, dialog, openAsManager, part, rowOf } from '#test/support/e2e/staff.ts'
import { readStored } from '#test/support/e2e/stored-application.ts'
import { expectStep, nextLabels } from '#test/support/e2e/wizard.ts'
import { auditAbout } from '#test/support/records.ts'

const SUBMIT = '/api/application/submit'
const INVITE = '/api/send-invitation'
const UNREACHABLE = 'We can’t be reached right now'
const OFFLINE = 'You seem to be offline'

/** How a response is lost: once and on the next attempt, or on all attempts. */
const losses = [
  { how: 'once', times: 1 },
  { how: 'each time', times: Infinity },
]

/** Idempotency keys of the requests. */
function keysSent(page: Page, path: RegExp): Set<string | undefined> {
  const keys = new Set<string | undefined>()
  page.on('request', (sent) => {
    if (sent.method() !== 'GET' && path.test(sent.url())) keys.add(sent.headers()['idempotency-key'])
  })
  return keys
}

/** Status changes of an application in the audit log. */
async function statusChanges({ context }: Product, applicationId: string): Promise<unknown[]> {
  const rows = await auditAbout(context, applicationId)
  return rows.filter(({ action }) => action === 'application.status-changed').map(({ details }) => details)
}

async function subjectsTo(product: Product, username: string) {
  return (await mailsInOutbox(product, username)).map(({ subject }) => subject)
}

test.describe('submitting', () => {
  const submit = (page: Page) => button(page, nextLabels.review)

  /** A client with a complete and confirmed application. */
  async function sitAtTheEnd(page: Page, product: Product) {
    const client = await sit(page, product, {
      answers: fullAnswers,
      currentStep: 'review',
      handedIn: allPapers,
    })
    await page.goto('/')
    await expectStep(page, 'review')
    for (const box of await section(page, 'Terms').getByRole('checkbox').all()) {
      await Promise.all([page.waitForResponse('/api/application'), box.check()])
    }
    return client
  }

  const submitted = { action: 'submit', from: 'draft', to: actions.submit.to }

  for (const { how, times } of losses) {
    test(`shows the success page where the answer is lost ${how}`, async ({ page, product, watch }) => {
      watch.expect('no answer', SUBMIT)
      const client = await sitAtTheEnd(page, product)
      const keys = keysSent(page, /submit$/u)
      const lost = await loseAnswers(page, SUBMIT, times)
      await submit(page).click()
      await expectStep(page, 'success')
      await expect(notification(page, 'Application Submitted!')).toBeVisible()
      await expect(page.getByText('Submission Failed')).toHaveCount(0)
      expect(lost).toEqual(times === 1 ? [200] : [200, 200, 200])
      expect(keys.size).toBe(1)
      expect(await statusChanges(product, client.applicationId)).toEqual([submitted])
      await expect
        .poll(() => subjectsTo(product, client.username))
        .toEqual(['We’ve received your application'])
    })
  }

  test('tries again where the server was not reached, and goes through', async ({ page, product, watch }) => {
    watch.expect('no answer', SUBMIT)
    const client = await sitAtTheEnd(page, product)
    const keys = keysSent(page, /submit$/u)
    await cutCall(page, SUBMIT, 2)
    await submit(page).click()
    await expectStep(page, 'success')
    await expect(page.getByText('Submission Failed')).toHaveCount(0)
    expect(keys.size).toBe(1)
    expect(await statusChanges(product, client.applicationId)).toEqual([submitted])
  })

  test('says that there is no network, loses nothing, and goes through once there is one', async ({
    page,
    product,
    watch,
  }) => {
    watch.expect('no answer', '/api/')
    const client = await sitAtTheEnd(page, product)
    const expectSaved = async (why: string) => {
      await expectNotification(page, 'Submission Failed', 'Failed to submit application. Please try again.')
      await expectNotification(page, 'Submission Failed', why)
      await expectStep(page, 'review')
      for (const box of await section(page, 'Terms').getByRole('checkbox').all()) {
        await expect(box).toBeChecked()
      }
      await expect(section(page, 'Address')).toContainText(fullAnswers.city ?? '')
      await button(notification(page, 'Submission Failed'), 'Close notification').click()
    }

    await page.context().setOffline(true)
    await submit(page).click()
    await expectSaved(OFFLINE)
    await page.context().setOffline(false)

    const mend = await cutCall(page, '/api/**')
    await submit(page).click()
    await expectSaved(UNREACHABLE)
    await mend()

    const stored = await readStored(product.context, client.id)
    expect(stored.status).toBe('draft')
    expect(stored.answers.city).toBe(fullAnswers.city)
    await submit(page).click()
    await expectStep(page, 'success')
    expect(await statusChanges(product, client.applicationId)).toEqual([submitted])
  })
})

test('a manager approves once, and gets a message where the answer is lost', async ({
  page,
  product,
  watch,
}) => {
  const manager = await addManager(product.context, { letter: false })
  for (const { how, times } of losses) {
    await test.step(how, async () => {
      const client = await addToBook(product, {
        fullName: 'Zanele Dube',
        username: `zanele.${times}@people.example`,
        manager,
        status: 'under_review',
      })
      const { applicationId } = client
      const path = `/api/admin/applications/${applicationId}/status`
      watch.expect('no answer', path)
      await openAsManager(page, manager, `/wealth-manager/review?application=${applicationId}&topic=answers`)
      const keys = keysSent(page, new RegExp(`${applicationId}/status$`, 'u'))
      const lost = await loseAnswers(page, path, times)
      await button(page, 'Approve').click()
      await button(dialog(page, 'Approve'), 'Approve').click()
      await expect(notification(page, 'Application Status Updated')).toBeVisible()
      await expect(page.getByText('Failed to Update Status')).toHaveCount(0)
      await expect(part(page, 'Application Status')).toContainText('StatusApproved')
      expect(lost).toEqual(times === 1 ? [200] : [200, 200, 200])
      expect(keys.size).toBe(1)
      expect(await statusChanges(product, applicationId)).toEqual([
        { action: 'approve', from: 'under_review', to: 'approved' },
      ])
      await expect.poll(() => subjectsTo(product, client.username)).toEqual([clientStatuses.approved.heading])
    })
  }
})

test.describe('inviting', () => {
  const create = (page: Page) => button(dialog(page, 'Invite New Client'), 'Create User')

  async function fillIn(page: Page, email: string, fullName: string): Promise<void> {
    await button(page, 'Invite New Client').click()
    const form = dialog(page, 'Invite New Client')
    await form.getByLabel('Email Address').fill(email)
    await form.getByLabel('Full Name').fill(fullName)
  }

  /** Shows the credentials of the only account, which received one mail. */
  async function expectOneAccount(
    page: Page,
    product: Product,
    {
      email,
      fullName,
      elsewhere,
    }: { email: string; fullName: string; elsewhere: { request: APIRequestContext } },
  ): Promise<void> {
    const ready = dialog(page, 'The account is ready')
    await expect(ready).toContainText(email)
    const shown = await ready.getByRole('definition').nth(1).innerText()
    await button(ready, 'Done').click()
    await expect(rowOf(page, fullName)).toHaveCount(1)
    const { db } = product.context.database
    expect(await db.select().from(users).where(eq(users.username, email))).toHaveLength(1)
    await expect.poll(() => subjectsTo(product, email)).toHaveLength(1)
    const [, password = ''] = /^(\S{14})/u.exec(shown) ?? []
    await signIn(elsewhere, { username: email, password })
  }

  test('creates one account, and shows its credentials, also after another click', async ({
    page,
    product,
    watch,
    elsewhere,
  }) => {
    watch.expect('no answer', INVITE)
    await openAsManager(page, await addManager(product.context, { letter: false }))

    await test.step('where the answer is lost', async () => {
      const whose = { email: 'fikile.once@people.example', fullName: 'Fikile Dube' }
      await fillIn(page, whose.email, whose.fullName)
      const lost = await loseAnswers(page, INVITE, 1)
      await create(page).click()
      await expectOneAccount(page, product, { ...whose, elsewhere })
      expect(lost).toEqual([201])
    })

    await test.step('after all responses were lost and another click', async () => {
      const whose = { email: 'fikile.again@people.example', fullName: 'Fikile Zulu' }
      await fillIn(page, whose.email, whose.fullName)
      const keys = keysSent(page, /send-invitation$/u)
      const lost = await loseAnswers(page, INVITE, 3)
      await create(page).click()
      await expectNotification(page, 'Error', UNREACHABLE)
      expect(lost).toEqual([201, 201, 201])
      await create(page).click()
      await expectOneAccount(page, product, { ...whose, elsewhere })
      expect(keys.size).toBe(1)
    })
  })
})

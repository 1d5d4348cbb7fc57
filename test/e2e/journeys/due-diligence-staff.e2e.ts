import type { APIRequestContext, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import type { TaskName } from '#features/due-diligence/rules/tasks.ts'
import { users } from '#features/access/schema/tables.ts'
import { screenClients } from '#features/screening/server/hits/screen-clients.ts'
import { completeDrafts, useUnList } from '#test/support/due-diligence.ts'
import { findViolations } from '#test/support/e2e/axe.ts'
import { addUnderReview } from '#test/support/e2e/corrections.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, group } from '#test/support/e2e/forms.ts'
import { addStaff, signIn } from '#test/support/e2e/people.ts'
import { realFile } from '#test/support/e2e/journey/journey.ts'
import { dialog, expectDocumentShown, part } from '#test/support/e2e/staff.ts'
import { chooseFiles } from '#test/support/e2e/uploads.ts'

test.use({ variables: { FICA_PACK: 'on' } })

/** Hands in a task that needs no document, as the client who is signed in. */
async function handIn(request: APIRequestContext, task: TaskName, data: object): Promise<void> {
  const saved = await request.put(`/api/application/pack/${task}`, { data })
  expect(saved.ok(), await saved.text()).toBe(true)
  const handedIn = await request.post(`/api/application/pack/${task}/hand-in`, { data: { accurate: true } })
  expect(handedIn.ok(), await handedIn.text()).toBe(true)
}

const topics = (page: Page) => page.getByRole('navigation', { name: 'Topics' })
const topic = (page: Page, name: string) =>
  topics(page).getByRole('link', { name: new RegExp(`^${name}`, 'u') })

async function openAsStaff(page: Page, person: Parameters<typeof signIn>[1], address: string): Promise<void> {
  await signIn(page.context(), person)
  await page.goto(address)
  await expect(topic(page, 'Tax residency')).toBeVisible()
}

test('staff verify tasks, ask for the others, and onboard with the approval of a second person', async ({
  page,
  product,
  elsewhere,
  openBrowser,
}) => {
  const whose = await addUnderReview(product, { fullName: 'Nomsa Dlamini', status: 'approved' })
  await useUnList(product)
  await screenClients(product.context)
  await signIn(elsewhere, whose.client)
  await handIn(elsewhere.request, 'tax', completeDrafts.tax)
  await handIn(elsewhere.request, 'exposure', completeDrafts.exposure)

  await test.step('the manager accepts one check, and asks for all others in one email', async () => {
    await openAsStaff(page, whose.manager, whose.review)
    await expect(topic(page, 'Sanctions')).toHaveCount(0)
    await topic(page, 'Tax residency').click()
    const tax = part(page, 'Tax residency')
    await expect(tax).toContainText(/South Africa\s*0001339050/u)
    await expect(tax.getByLabel('Verified by')).toHaveValue('agrees-with-answers')
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('a')
    await expect(topic(page, 'Tax residency')).toContainText('accepted')
    await expect(part(page, 'Political exposure')).toBeVisible()
    await page.keyboard.press('r')
    await expect(page.getByRole('form', { name: 'Ask the client: Political exposure' })).toBeFocused()
    await page.keyboard.press('9')
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect(topic(page, 'Political exposure')).toContainText('asked')
    await button(page, 'Add 4 missing checks').click()
    await expect(part(page, 'Request to the client')).toContainText('5 things')
    await button(page, 'Preview and send').click()
    const asking = dialog(page, 'Send to client')
    const mail = asking.getByRole('region', { name: 'Emails' })
    await expect(mail).toContainText('Proof of address')
    await expect(mail).toContainText('Political exposure: It is incomplete')
    expect(await findViolations(page)).toEqual([])
    await button(asking, 'Send 5 requests').click()
    await expect(asking).toHaveCount(0)
    await expect(part(page, 'Political exposure')).toContainText('Asked again')
    expect(await findViolations(page)).toEqual([])
  })

  const admin = await addStaff(product.context, 'admin', 'Carmen Fortuin')
  const address = `/admin/review?application=${whose.applicationId}`
  await test.step('an admin who presses Mark Onboarded reads why not, in the list too', async () => {
    await signIn(page.context(), admin)
    await page.goto('/admin')
    await page.getByRole('checkbox', { name: 'Select Nomsa Dlamini' }).check()
    await button(page, 'Mark Onboarded').click()
    const many = dialog(page, 'Mark 1 application as onboarded')
    const skipped = many.getByRole('region', { name: '1 application not ready, and will be skipped' })
    await expect(skipped).toContainText('Nomsa Dlamini')
    await expect(skipped).toContainText('Proof of address has not been sent yet.')
    expect(await findViolations(page)).toEqual([])
    await button(many, 'Mark 1 application as onboarded').click()
    await button(page, 'Show details').click()
    const results = dialog(page, 'Results')
    await expect(results).toContainText('Left out: waits for Compliance or FICA checks')
    await expect(results.getByRole('listitem')).toContainText([
      'Nomsa Dlamini',
      'Proof of address has not been sent yet.',
    ])
    expect(await findViolations(page)).toEqual([])
    await button(results, 'Close').first().click()
    await page.goto(address)
    await button(page, 'Mark Onboarded').click()
    const one = dialog(page, 'Mark Onboarded')
    await expect(one).toContainText('Nomsa Dlamini can’t be onboarded yet.')
    await expect(one.getByRole('listitem')).toHaveCount(6)
    await expect(button(one, 'Mark Onboarded')).toHaveCount(0)
    expect(await findViolations(page)).toEqual([])
  })

  await test.step('the admin requests an exception, but cannot decide', async () => {
    await button(dialog(page, 'Mark Onboarded'), 'Request an exception').click()
    const asking = dialog(page, 'Request an exception')
    await asking.getByLabel('Reason').fill('Signed at the branch, documents follow by courier.')
    await button(asking, 'Ask a senior manager').click()
    await topic(page, 'Sign-off').click()
    const signOffs = page.getByRole('region', { name: 'Sign-off', exact: true })
    await expect(signOffs).toContainText('Asked by Carmen Fortuin')
    await expect(signOffs.getByRole('link', { name: 'Decide' })).toHaveCount(0)
    await expect(button(signOffs, 'Request an exception')).toHaveCount(0)
    await button(page, 'Mark Onboarded').click()
    await expect(dialog(page, 'Mark Onboarded')).toContainText('waits for a senior manager')
    await page.keyboard.press('Escape')
    expect(await findViolations(page)).toEqual([])
  })

  await test.step('a senior manager grants it, and the client can be onboarded', async () => {
    const senior = await addStaff(product.context, 'admin', 'Lindiwe Botha')
    await product.context.database.db
      .update(users)
      .set({ seniorManagerSince: new Date() })
      .where(eq(users.id, senior.id))
    const { page: theirs } = await openBrowser()
    await signIn(theirs.context(), senior)
    await theirs.goto('/today')
    await theirs.getByRole('main').getByRole('link').filter({ hasText: 'Sign-off' }).click()
    await expect(theirs).toHaveURL(/\/admin\/compliance\?item=sign-off\./u)
    await expect(part(theirs, 'Sign-off')).toContainText('Asked by Carmen Fortuin')
    expect(await findViolations(theirs)).toEqual([])
    await theirs.getByLabel('Reason').fill('Known to the firm for years.')
    await button(theirs, 'Sign off').click()
    await expect(theirs.getByText(/^Nothing to decide\. /u)).toBeVisible()
    await theirs.goto(`${address}&topic=sign-off`)
    const signOff = theirs.getByRole('region', { name: 'Sign-off', exact: true })
    await expect(signOff).toContainText('Signed off by Lindiwe Botha')
    await expect(signOff).toContainText('A senior manager allows onboarding until')
    await page.reload()
    await expect(page.getByText('A senior manager allows onboarding until')).toBeVisible()
    await button(page, 'Mark Onboarded').click()
    await button(dialog(page, 'Mark Onboarded'), 'Mark Onboarded').click()
    await expect(page.locator('[data-decision]')).toContainText('Onboarded')
  })
})

test('staff read the whole account number, which is recorded, and add a document that the client brought', async ({
  page,
  product,
  elsewhere,
}) => {
  const whose = await addUnderReview(product, { fullName: 'Nomsa Dlamini' })
  await signIn(elsewhere, whose.client)
  await handIn(elsewhere.request, 'bank', { ...completeDrafts.bank, withoutPaper: 'It is at the branch.' })
  await openAsStaff(page, whose.manager, whose.review)
  await topic(page, 'Bank account').click()
  const bank = part(page, 'Bank account')
  await expect(bank).not.toContainText('1234567890')
  await button(bank, 'Show the whole Account number').click()
  await expect(bank).toContainText('1234567890')

  await bank.getByText('Add a document for the client').click()
  await bank.getByLabel('Which document is it?').selectOption('Bank statement')
  await expect(button(bank, 'Choose files')).toBeDisabled()
  const dated = group(bank, 'Date on the document')
  await dated.getByLabel('Year').selectOption(String(new Date().getFullYear()))
  const month = new Date().toLocaleString('en', { month: 'long' })
  await dated.getByLabel('Month').selectOption(month)
  await dated.getByLabel('Day').selectOption('1')
  const statement = await realFile('statement', 'application/pdf')
  await chooseFiles(page, 'Bank statement', [statement])
  await expectDocumentShown(page, statement.name)
  expect(await findViolations(page)).toEqual([])

  await expect(bank).toContainText('The account is in the name of Thandiwe Nkosi.')
  await button(bank, 'Accept').click()
  await expect(bank).toContainText('Say why it is accepted')
  await bank.getByLabel('Note').fill('Her sister’s account.')
  await page.reload()
  await expect(bank.getByLabel('Note')).toHaveValue('Her sister’s account.')
  await expect(bank.getByRole('button', { name: 'Accept' })).not.toHaveAttribute('aria-disabled')
  await bank.getByLabel('Note').press('Enter')
  await expect(topic(page, 'Bank account')).toContainText('accepted')
})

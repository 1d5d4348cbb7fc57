import { addUnderReview } from '#test/support/e2e/corrections.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, notification, section } from '#test/support/e2e/forms.ts'
import { failCall } from '#test/support/e2e/hold.ts'
import { expectSound } from '#test/support/e2e/sound.ts'
import { mailsInOutbox } from '#test/support/e2e/outbox.ts'
import { addStaff, signIn } from '#test/support/e2e/people.ts'
import { dialog, openAsAdmin, openAsManager, openTopic } from '#test/support/e2e/staff.ts'

// Checks colours, so transitions are disabled.
test('a note survives an error and a reload, is saved by keyboard, read by an admin, and keeps its revisions', async ({
  page,
  product,
  watch,
  openBrowser,
}) => {
  const whose = await addUnderReview(product, { fullName: 'Nokuthula Radebe' })
  const colleague = await addStaff(product.context, 'admin', 'Ziyanda Mbatha')
  await openAsManager(page, whose.manager, whose.review)
  await openTopic(page, 'Notes')
  await page.getByLabel('About').selectOption({ label: 'Tax Income Number' })
  const notes = page.getByRole('region', { name: /^Notes(?: \(\d+\))?$/u })
  const field = notes.getByLabel('New note about Tax Income Number')
  await field.focus()
  await page.keyboard.type('SARS has another number. @ziy')
  await expect(page.getByRole('option', { name: 'Ziyanda Mbatha' })).toHaveAttribute('aria-selected', 'true')
  await expectSound(page)
  await page.keyboard.press('Enter')
  const mail = notes.getByRole('article')
  await expect(mail).toContainText(`To ${colleague.username}`)
  await expect(mail).toContainText('Naledi Khumalo mentioned you in a note')
  await expect(mail).not.toContainText('SARS')
  await expectSound(page)
  const call = '**/api/admin/applications/*/notes'
  watch.expect(500, '/api/admin/applications/')
  await page.route(call, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await expect(field).not.toBeEditable()
    return route.fulfill({ status: 500, body: '' })
  })
  await page.keyboard.press('Control+Enter')
  await expect(notification(page, 'Note not saved')).toBeVisible()
  await page.unroute(call)
  // Colleagues must be loaded before sending, or mentions would be missed.
  const announceNames = await failCall(page, '**/api/admin/applications/*/colleagues', 500)
  await page.reload()
  await expect(field).toHaveValue('SARS has another number. @Ziyanda Mbatha ')
  await field.press('Control+Enter')
  await expect(notification(page, 'Note not saved')).toBeVisible()
  await announceNames()
  await field.press('Control+Enter')
  await expect(notes.getByRole('listitem')).toContainText('SARS has another number.')
  await expect(notes.getByLabel('New note', { exact: true })).toHaveValue('')
  await expect(notes.getByRole('listitem')).toContainText('Tax Income Number')

  await notes.getByRole('button', { name: /^Edit the note/u }).click()
  // The daily digest may arrive at any time.
  const isMention = (subject = '') => subject.includes('mentioned you')
  await expect
    .poll(async () =>
      (await mailsInOutbox(product, colleague.username)).map(({ subject }) => subject).filter(isMention),
    )
    .toEqual(['Naledi Khumalo mentioned you in a note'])
  await notes.getByLabel('Change the note').fill('SARS has another number: 0843089848.')
  await page.keyboard.press('Control+Enter')
  await expect(notes.getByRole('listitem')).toContainText('0843089848')
  await expectSound(page)

  const { page: staffPage } = await openBrowser()
  await openAsAdmin(staffPage, product)
  await button(staffPage, 'View Nokuthula Radebe').click()
  await dialog(staffPage, 'Application Summary').getByRole('link', { name: '1 note' }).click()
  const read = staffPage.getByRole('region', { name: 'Notes (1)' })
  await expect(read.getByRole('listitem')).toContainText('0843089848')
  await read.getByRole('button', { name: /^Edited: earlier versions/u }).click()
  await expect(read.getByText('SARS has another number. @Ziyanda Mbatha', { exact: true })).toBeVisible()
  await expect(read.getByRole('button', { name: /^Edit the note/u })).toHaveCount(0)

  const { page: other } = await openBrowser()
  await signIn(other.context(), colleague)
  await other.goto('/admin')
  await other.getByRole('link', { name: /^Today/u }).press('Enter')
  const mentioned = other.getByRole('link', { name: /^You were mentioned Nokuthula Radebe Naledi Khumalo/u })
  await expect(mentioned).toBeVisible()
  await expectSound(other)
  await mentioned.press('Enter')
  await expect(other.getByText('0843089848').first()).toBeInViewport()
  await other.goBack()
  await button(other, 'Done: You were mentioned, Nokuthula Radebe').press('Enter')
  await expect(mentioned).toHaveCount(0)

  await other.goto('/account?section=notifications')
  const byMail = section(other, 'Notifications').getByRole('checkbox', {
    name: 'Email me: I am mentioned in a note',
  })
  await byMail.press('Space')
  await expect(byMail).not.toBeChecked()
  await expect(byMail).toBeEnabled()
  await expectSound(other)
  await other.reload()
  await expect(byMail).not.toBeChecked()
})

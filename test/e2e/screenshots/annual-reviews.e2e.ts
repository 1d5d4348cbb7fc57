import { REVIEW_MONTH_MS } from '#features/applications/rules/annual-reviews.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button } from '#test/support/e2e/forms.ts'
import { look } from '#test/support/e2e/screenshot.ts'
import { addManager, signIn, type Manager } from '#test/support/e2e/people.ts'
import type { Product } from '#test/support/e2e/product.ts'
import { addToBook, dialog, openAsAdmin } from '#test/support/e2e/staff.ts'

// Counts include the whole firm, so this file has its own server.
test.use({ variables: { SELF_REGISTRATION: '0', LOG_LEVEL: 'error' } })

/** Months of 30 days since onboarding, by name. */
const clients: readonly [fullName: string | null, months: number][] = [
  ['Christiaan Oosthuizen', 1],
  ['Fatima Davids', 4],
  [null, 7],
  ['Priya Naidoo', 10],
  ['Johan Pretorius', 11],
  ['Nomvula Dlamini', 12],
  ['Sibusiso Ngcobo', 15],
]

async function fillBook(product: Product, manager: Manager): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const [index, [fullName, months]] of clients.entries()) {
    const onboardedAt = new Date(Date.now() - months * REVIEW_MONTH_MS - 60_000)
    const { applicationId } = await addToBook(product, {
      fullName,
      username: `${(fullName ?? 'new.client').toLowerCase().replaceAll(/[^a-z]+/gu, '.')}@people.example`,
      manager,
      status: 'onboarded',
      createdAt: onboardedAt,
      onboardedAt,
      answers: {
        fullName,
        mobileNumber: fullName === null ? null : `+278255502${String(index).padStart(2, '0')}`,
      },
    })
    ids.set(fullName ?? '', applicationId)
  }
  return ids
}

test('annual reviews that are due', async ({ page, product, watch, openBrowser }) => {
  await test.step('before there are any users', async () => {
    await openAsAdmin(page, product)
    await button(page, 'New Client Invitation').click()
    await expect(dialog(page, 'Create New Client User')).toContainText('No wealth managers available')
    await look(page, 'invite-client-no-managers')
    await page.goto('/admin/annual-reviews')
    await expect(page.getByText('No onboarded clients yet.')).toBeVisible()
    await look(page, 'annual-reviews-empty')
  })

  const manager = await addManager(product.context, { letter: false })
  const ids = await fillBook(product, manager)
  const completed = ids.get('Sibusiso Ngcobo') ?? ''
  const notes = [
    'Pension moved to the living annuity. Will to be signed in March.',
    'Second child in school now: cover raised, and a study fund begun at R 2 500 a month.',
  ]
  for (const note of notes) {
    const answer = await page.request.post(`/api/admin/annual-reviews/${completed}/complete`, {
      data: { note, early: true },
    })
    expect(answer.status()).toBe(200)
  }
  const response = await page.request.post('/api/admin/annual-reviews/notify', {
    data: { applicationIds: [ids.get('Nomvula Dlamini')] },
  })
  expect(response.status()).toBe(200)

  await test.step('the list', async () => {
    await page.reload()
    for (const name of ['Nomvula Dlamini', 'Johan Pretorius']) {
      await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    }
    await look(page, 'annual-reviews', { dark: true })
  })

  await test.step('notes, and upcoming reviews', async () => {
    await button(page, 'Review Sibusiso Ngcobo').click()
    const reviews = dialog(page, 'Annual reviews: Sibusiso Ngcobo')
    await expect(reviews.getByRole('listitem')).toHaveCount(2)
    await look(page, 'annual-review-notes')
    await button(reviews, 'Mark Review Completed').click()
    const completing = dialog(page, 'Mark Review Completed')
    await button(completing, 'Mark Review Completed').click()
    await expect(completing).toContainText('Please write a note')
    await look(page, 'annual-review-complete')
    await button(completing, 'Cancel').click()
    await button(reviews, 'Close').last().click()
  })

  await test.step('asking before a second e-mail', async () => {
    watch.expect(409, '/api/admin/annual-reviews/notify')
    await button(page, 'Notify for Annual Review (2)').click()
    const notifying = dialog(page, 'Notify for Annual Review')
    await expect(notifying.getByRole('article')).toBeVisible()
    await look(page, 'annual-review-notify')
    await button(notifying, 'Notify').click()
    await expect(dialog(page, 'Email them again?')).toContainText('Nomvula Dlamini was emailed')
    await look(page, 'annual-review-again')
  })
  await test.step('as the manager of the clients sees it', async () => {
    const { page: theirs, context } = await openBrowser()
    await signIn(context, manager)
    await theirs.goto('/wealth-manager/annual-reviews')
    await expect(button(theirs, 'Review Nomvula Dlamini')).toBeVisible()
    await look(theirs, 'own-annual-reviews')
  })
})

import { standardOffice } from '#test/support/office.ts'
import { readFileSync } from 'node:fs'
import { answerPromisedBy } from '#features/applications/rules/lifecycle/promised-answer.ts'
import { formatDate, formatWeekday } from '#base/rules/time/dates.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, section } from '#test/support/e2e/forms.ts'
import { holdCall } from '#test/support/e2e/hold.ts'
import { addManager, signIn } from '#test/support/e2e/people.ts'
import { widthBeyond } from '#test/support/e2e/screenshot.ts'
import { allPapers, fullAnswers, sit } from '#test/support/e2e/sitter.ts'

test('the way back to the sign-in page stays where it is when the days of the application come', async ({
  page,
  product,
}) => {
  const manager = await addManager(product.context)
  await sit(page, product, { manager, answers: fullAnswers, status: 'submitted', submittedAt: new Date() })
  const way = button(page, 'Return to Login')
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    const release = await holdCall(page, '/api/application/progress')
    await page.goto('/')
    await expect(way).toBeVisible()
    const before = await way.boundingBox()
    await expect(page.getByText(/Answer by/u)).toBeHidden()
    release()
    await expect(page.getByText(/Answer by/u)).toBeVisible()
    expect(await way.boundingBox(), `${width} px`).toEqual(before)
    await page.unroute('/api/application/progress')
  }
})

test('after submission a client finds the promised date, their manager, a reference, and their documents', async ({
  page,
  product,
}) => {
  const manager = await addManager(product.context)
  const submittedAt = new Date()
  const { applicationId } = await sit(page, product, {
    manager,
    answers: fullAnswers,
    status: 'submitted',
    submittedAt,
    handedIn: allPapers,
  })
  await page.goto('/')
  const main = page.getByRole('main')
  const promised = formatWeekday(answerPromisedBy(submittedAt, standardOffice))
  const stages = page.getByRole('list', { name: 'Progress of your application' }).getByRole('listitem')
  await expect(stages).toHaveText([
    `Submitted${formatDate(submittedAt)}`,
    'Under review (not yet)',
    `Approved (not yet)Answer by ${promised}`,
    'Onboarded (not yet)',
  ])
  await expect(section(page, 'There’s nothing you need to do')).toContainText(
    `You’ll hear from us by ${promised}`,
  )

  // The contact comes before reference information.
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    'There’s nothing you need to do',
    'Your wealth manager',
    'What Happens Next',
    'Your documents',
    'Something to add or correct?',
    'Application details',
    'Your account',
    'Questions?',
  ])
  const person = section(page, 'Your wealth manager')
  await expect(person).toContainText(manager.fullName)
  await expect(person.getByRole('link', { name: `Call ${manager.fullName}` })).toHaveAttribute(
    'href',
    'tel:+27215550140',
  )
  const mail = await person.getByRole('link', { name: `Email ${manager.fullName}` }).getAttribute('href')
  const [reference = ''] = /PPW-[2-9HKMQRWXY]{4}-[2-9]{2}/u.exec(await person.innerText()) ?? []
  expect(mail).toBe(`mailto:${manager.username}?subject=${encodeURIComponent(`My application ${reference}`)}`)
  await expect(person).toContainText(`Your reference${reference}`)
  await expect(main.getByText(reference, { exact: true })).toHaveCount(1)
  await expect(main).toContainText(`Application ID${applicationId}`)

  const papers = section(page, 'Your documents')
  const arriving = page.waitForEvent('download')
  await button(papers, 'Download your application').click()
  const saved = await arriving
  expect(saved.suggestedFilename()).toBe(`Application ${reference}.pdf`)
  expect(
    readFileSync(await saved.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  // In the page if the browser displays PDFs inline, otherwise in a new tab.
  const reading = page.context().waitForEvent('request', (request) => request.url().endsWith('?inline=1'))
  await button(papers, 'Open Payslip October 2026.pdf').click()
  expect((await (await reading).response())?.status()).toBe(200)
  await page.keyboard.press('Escape')

  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await widthBeyond(page)).toBe(0)
  }
  await test.step('on a phone the page is less than four screens long', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(4 * 844)
  })
  await page.setViewportSize({ width: 1440, height: 900 })

  await test.step('staff find an application by the reference given on the phone', async () => {
    await signIn(page.context(), manager)
    await page.goto(`/wealth-manager?search=${reference.toLowerCase()}`)
    await expect(page.getByRole('row').filter({ hasText: fullAnswers.fullName ?? '' })).toHaveCount(1)
  })
})

test('an answer that is late is owned up to, and the status page shows the manager and the account', async ({
  page,
  product,
}) => {
  await test.step('an answer that is late is owned up to, and the manager’s contact details are beside it', async () => {
    const longAgo = new Date(Date.now() - 21 * 24 * 60 * 60 * 1000)
    await sit(page, product, {
      answers: fullAnswers,
      status: 'under_review',
      createdAt: longAgo,
      submittedAt: longAgo,
    })
    await page.goto('/')
    const next = section(page, 'We’re running late')
    await expect(next).toContainText(formatWeekday(answerPromisedBy(longAgo, standardOffice)))
    await expect(next.getByRole('link')).toHaveText(['Call', 'Email'])
    // The way to call is shown once, and a day that has passed is not one to come.
    await expect(page.getByRole('main').getByRole('link', { name: /^Call/u })).toHaveCount(1)
    await expect(page.getByText(/^Answer by/u)).toHaveCount(0)
    await expect(page.getByText(/^Was promised by/u)).toBeVisible()
    // These are the next steps of an application that was just submitted.
    await expect(page.getByRole('heading', { name: 'What Happens Next' })).toHaveCount(0)
  })

  await test.step('without a wealth manager one’s person is the firm', async () => {
    await sit(page, product, { answers: fullAnswers, status: 'approved', manager: null })
    await page.goto('/')
    await expect(section(page, 'Your contact')).toContainText('support@proteawealth.example')
  })

  await test.step('the header is on later visits, with the way to the account', async () => {
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Account' })).toHaveAttribute(
      'href',
      '/account',
    )
    await page.getByRole('link', { name: 'Open your account' }).click()
    await expect(page).toHaveURL('/account')
  })
})

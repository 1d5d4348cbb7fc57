import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { pressInHeader } from '#test/support/e2e/header.ts'
import { button, expectNotification, section } from '#test/support/e2e/forms.ts'
import { cutCall, failCall, holdDrafts } from '#test/support/e2e/hold.ts'
import { MEGABYTE, realFile, sha256 } from '#test/support/e2e/journey/journey.ts'
import { addClient, addManager, signIn } from '#test/support/e2e/people.ts'
import { widthBeyond } from '#test/support/e2e/screenshot.ts'
import { sit } from '#test/support/e2e/sitter.ts'
import { slowDown } from '#test/support/e2e/slow-network.ts'
import { readStored } from '#test/support/e2e/stored-application.ts'
import { chooseFiles, expectUploaded, fileList, uploadButton } from '#test/support/e2e/uploads.ts'
import { expectStep, heading, nextLabels } from '#test/support/e2e/wizard.ts'

const answers = completeAnswers('thandiwe@people.example')

test.describe('at the end', () => {
  test('answers that the server finds missing are listed with links to their fields', async ({
    page,
    product,
    watch,
  }) => {
    await sit(page, product, {
      answers: {
        ...answers,
        hasChildren: true,
        childrenDetails: [
          { fullName: 'Lwazi', idNumber: '1203045009080' },
          { fullName: 'Thandi', idNumber: null },
        ],
        city: null,
        taxIncomeNumber: null,
        assets: { pensionFunds: 100_000 },
      },
      currentStep: 'review',
      handedIn: ['signedFais'],
    })
    await page.goto('/')
    await expect(section(page, 'Address')).toContainText('City is required')
    for (const box of await section(page, 'Terms').getByRole('checkbox').all()) await box.check()
    watch.expect(422, '/api/application/submit')
    await button(page, nextLabels.review).click()
    const missing = page.getByRole('alert').filter({ hasText: 'Some answers are still missing' })
    await expect(missing).toBeFocused()
    await expect(page).toHaveTitle(/^Error: /u)
    await expect(missing.getByRole('button')).toHaveText([
      /^Child 2 \(Thandi\): ID number is required/u,
      /^City is required/u,
      /^Tax income number is required/u,
      /^Pension fund benefits statement is required when pension fund value is greater than 0/u,
    ])
    const back = button(page, 'Save & Back to Review')
    await missing.getByRole('button', { name: /^Child 2/u }).click()
    await expectStep(page, 'personal')
    await expect(page.getByRole('group', { name: 'Child 2' }).getByLabel('ID Number')).toBeFocused()
    await page.keyboard.type('1506075009089')
    await back.click()
    await expectStep(page, 'review')

    watch.expect(422, '/api/application/submit')
    await section(page, 'Terms').getByRole('checkbox').first().check()
    await button(page, nextLabels.review).click()
    await missing.getByRole('button', { name: /^Pension/u }).click()
    await expectStep(page, 'assets')
    await expect(uploadButton(page, 'Pension fund benefits statement')).toBeFocused()
    // A step enters the history two frames after it shows.
    await expect(page).toHaveURL('/?step=assets')
    await page.goBack()
    await expectStep(page, 'review')

    watch.expect(422, '/api/application/submit')
    await button(page, nextLabels.review).click()
    await missing.getByRole('button', { name: 'City is required' }).click()
    await expectStep(page, 'address')
    await expect(page.getByLabel('City')).toBeFocused()
    await page.getByLabel('City').fill('Graaff-Reinet')
    await button(page, 'Save & Back to Review').click()
    await expectStep(page, 'review')
    await expect(section(page, 'Address')).toContainText('Graaff-Reinet')
  })

  test('no client submits without the signed FAIS document', async ({ page, product }) => {
    await sit(page, product, { answers, currentStep: 'review' })
    await page.goto('/')
    for (const box of await section(page, 'Terms').getByRole('checkbox').all()) await box.check()
    const submit = button(page, nextLabels.review)
    await expect(submit).toBeDisabled()
    await expect(submit).toHaveAccessibleDescription(
      'You can submit once your signed FAIS document is uploaded and all three statements are confirmed.',
    )
    await expect(
      section(page, 'Documents Status').getByRole('listitem').filter({ hasText: 'Signed FAIS document' }),
    ).toContainText('Pending')
  })

  test('an application submitted on another device cannot be changed here', async ({
    page,
    product,
    watch,
  }) => {
    const client = await sit(page, product, { answers, currentStep: 'review', handedIn: ['signedFais'] })
    await page.goto('/')
    await button(page, 'Edit Address').click()
    await holdDrafts(page, watch)
    await page.getByLabel('City').fill('Too Late')

    const confirmed = await page.request.put('/api/application', {
      data: { confirmations: { accurate: true, terms: true, brokerReview: true } },
    })
    expect(confirmed.status()).toBe(200)
    expect((await page.request.post('/api/application/submit')).status()).toBe(200)

    watch.expect(409, '/api/application')
    watch.expect(412, '/api/application')
    await button(page, 'Save & Back to Review').click()
    await expect(heading(page, 'success')).toBeVisible()
    expect((await readStored(product.context, client.id)).answers.city).toBe(answers.city)
  })
})

test('a rejected client reads the reason, as the manager wrote it', async ({ page, product, elsewhere }) => {
  const manager = await addManager(product.context, { letter: false })
  const { applicationId } = await sit(page, product, { manager, status: 'under_review' })
  const reason = 'Your payslip for March cannot be read.\nPlease send it again, and apply again.'
  await signIn(elsewhere, manager)
  const rejected = await elsewhere.request.put(`/api/admin/applications/${applicationId}/status`, {
    data: { status: 'rejected', reason },
  })
  expect(rejected.status()).toBe(200)
  await page.goto('/')
  const shown = section(page, 'Why').getByRole('paragraph')
  expect(await shown.innerText()).toBe(reason)
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Why',
    'Talk to us',
    'Your wealth manager',
    'Your documents',
    'Application details',
    'Your account',
    'Questions?',
  ])
  await expect(page.getByRole('main')).not.toContainText('explain why')
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await widthBeyond(page)).toBe(0)
  }
})

test('Save & Sign Out that cannot sign out says so, and stays', async ({ page, product, watch }) => {
  const client = await sit(page, product, { answers, currentStep: 'address' })
  await page.goto('/')
  await page.getByLabel('City').fill('Mossel Bay')
  watch.expect(503, '/api/logout')
  await failCall(page, '/api/logout', 503)
  await pressInHeader(page, 'Save & Sign Out')
  await expectNotification(page, 'Logout failed', 'The service isn’t available right now.')
  await expectStep(page, 'address')
  await expect(page.getByLabel('City')).toHaveValue('Mossel Bay')
  expect((await readStored(product.context, client.id)).answers.city).toBe('Mossel Bay')
})

test('an unknown saved step opens the first one', async ({ page, product }) => {
  await signIn(page.context(), await addClient(product.context, { currentStep: 'financial' }))
  await page.goto('/?step=review')
  await expectStep(page, 'personal')
})

test('a step whose script fails to load can be retried', async ({ page, product, watch }) => {
  await sit(page, product, { currentStep: 'address' })
  watch.expect('no answer', '/assets/')
  const mend = await cutCall(page, '**/assets/steps-*.js')
  await page.goto('/')
  await expect(page.getByText('This page could not be loaded')).toBeVisible()
  await mend()
  await button(page, 'Try again').click()
  await expectStep(page, 'address')
})

test('a step whose script fails is loaded by a page reload if the browser caches the failure', async ({
  page,
  product,
  watch,
}) => {
  await sit(page, product, { currentStep: 'address' })
  watch.expect('no answer', '/assets/')
  let pages = 0
  page.on('request', (request) => (pages += request.isNavigationRequest() ? 1 : 0))
  await page.route('**/assets/steps-*.js', (route) => (pages > 1 ? route.fallback() : route.abort()))
  await page.goto('/')
  await expect(page.getByText('This page could not be loaded')).toBeVisible()
  await test.step('while there is no line the page stays', async () => {
    watch.expect('no answer', '/')
    await page.context().setOffline(true)
    await button(page, 'Try again').click()
    await expect(page.getByText('This page could not be loaded')).toBeVisible()
    await page.context().setOffline(false)
    expect(pages).toBe(1)
  })
  await button(page, 'Try again').click()
  await expectStep(page, 'address')
  expect(pages).toBe(2)
})

test.describe('files', () => {
  const PAYSLIPS = 'Payslips'

  test('continue to upload while the next questions are answered', async ({ page, product }) => {
    const client = await sit(page, product, { answers, currentStep: 'employment' })
    await page.goto('/')
    const large = await realFile('large', 'application/pdf', 2 * MEGABYTE)
    const speedUp = await slowDown(page, 150 * 1024)
    await chooseFiles(page, PAYSLIPS, [large])
    await expect(fileList(page, PAYSLIPS)).toContainText(/Uploading \d+%/u)
    await button(page, nextLabels.employment).click()
    await expectStep(page, 'net-worth-intro')
    await speedUp()
    await expectNotification(page, 'Upload successful', '1 payslip(s) uploaded successfully.')
    const { documents } = await readStored(product.context, client.id)
    expect(documents.map(({ sha256InStore }) => sha256InStore)).toEqual([sha256(large.buffer)])
  })

  test('that cannot be removed stay, and say so', async ({ page, product, watch }) => {
    await sit(page, product, { currentStep: 'employment', handedIn: ['payslip'] })
    await page.goto('/')
    watch.expect(503, '/api/documents')
    const name = 'Payslip October 2026.pdf'
    await failCall(page, '/api/documents/*', 503)
    await button(fileList(page, PAYSLIPS), `Remove ${name}`).click()
    await expectNotification(page, 'File not removed', 'The service isn’t available right now.')
    await expectUploaded(page, PAYSLIPS, [name])
  })
})

import type { Page, Request } from '@playwright/test'
import type { StepId } from '#features/applications/rules/wizard/steps.ts'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { IDENTITY_KEY, newKey } from '#base/server/storage/object-key.ts'
import { wholeBrowser } from '#test/support/e2e/browser.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, expectNotification } from '#test/support/e2e/forms.ts'
import { cutCall, holdCall } from '#test/support/e2e/hold.ts'
import { asStored } from '#test/support/as-stored.ts'
import { MEGABYTE, realFile, sha256 } from '#test/support/e2e/journey/journey.ts'
import { addClient, addManager, signIn, type Person } from '#test/support/e2e/people.ts'
import type { Product } from '#test/support/e2e/product.ts'
import { slowDown } from '#test/support/e2e/slow-network.ts'
import { readStored } from '#test/support/e2e/stored-application.ts'
import { chooseFiles, expectUploaded, fileList } from '#test/support/e2e/uploads.ts'
import { expectStep, goOn } from '#test/support/e2e/wizard.ts'
import { keysIn } from '#test/support/s3.ts'

// A PDF opens in the browser's viewer.
test.use({ launchOptions: wholeBrowser })

const PAYSLIPS = 'Payslips'
const SIGNED = 'Signed FAIS document'
const REGISTER = '/api/payslip-uploads'

/** A client with all answers and without files, at a given step. */
async function openAt(
  page: Page,
  product: Product,
  currentStep: Exclude<StepId, 'success'>,
): Promise<Person> {
  const client = await addClient(product.context, {
    manager: await addManager(product.context),
    currentStep,
    answers: completeAnswers('thandiwe@people.example'),
  })
  await signIn(page.context(), client)
  await page.goto('/')
  await expectStep(page, currentStep)
  return client
}

/** Records the browser's requests to the bucket from now on. */
function watchBucket(page: Page, { context }: Product): Request[] {
  const sent: Request[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin === context.store.uploadOrigin) sent.push(request)
  })
  return sent
}

/** Keys in the bucket that were not registered. */
async function lyingOpen({ context }: Product): Promise<string[]> {
  const { s3 } = context.settings
  const isUpload = (key: string) => !key.startsWith('documents/') && key !== IDENTITY_KEY
  return s3 === undefined ? [] : (await keysIn(s3)).filter(isUpload)
}

function bucketPattern({ context }: Product): string {
  return `${context.store.uploadOrigin}/**`
}

function row(page: Page, label: string, name: string) {
  return fileList(page, label).getByRole('listitem').filter({ hasText: name })
}

test('payslips and the signed FAIS document go to the bucket directly, and lie there sealed alone', async ({
  page,
  product,
}) => {
  const client = await openAt(page, product, 'employment')
  const sent = watchBucket(page, product)
  const toThisServer: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(`${product.url}/api/objects/upload/`)) toThisServer.push(request.url())
  })
  const slips = [await realFile('march', 'application/pdf', MEGABYTE), await realFile('april', 'image/png')]
  const signed = await realFile('FAIS signed', 'application/pdf', 4 * MEGABYTE)

  await chooseFiles(page, PAYSLIPS, slips)
  await expectNotification(page, 'Upload successful', '2 payslip(s) uploaded successfully.')
  await expectUploaded(
    page,
    PAYSLIPS,
    slips.map(({ name }) => name),
  )
  for (const step of ['employment', 'net-worth-intro', 'assets', 'liabilities'] as const) {
    await goOn(page, step)
  }
  await chooseFiles(page, SIGNED, [signed])
  await expectNotification(page, 'Success!', 'FAIS document uploaded successfully.')

  expect(sent.map((request) => request.method())).toEqual(['PUT', 'PUT', 'PUT'])
  for (const request of sent) {
    const { origin, cookie, 'content-type': type } = await request.allHeaders()
    expect([origin, cookie]).toEqual([product.url, undefined])
    expect(['application/pdf', 'image/png']).toContain(type)
  }
  expect(toThisServer).toEqual([])

  const { documents } = await readStored(product.context, client.id)
  const files = await Promise.all([...slips, signed].map(({ buffer }) => asStored(buffer)))
  const hashes = files.map(sha256).toSorted()
  expect(documents.map(({ sha256InStore }) => sha256InStore).toSorted()).toEqual(hashes)
  expect(await lyingOpen(product)).toEqual([])

  const shown = page.context().waitForEvent('response', (answer) => answer.url().includes('inline=1'))
  await button(fileList(page, SIGNED), `Preview ${signed.name}`).click()
  await expect(page.getByRole('dialog', { name: signed.name }).getByTitle(signed.name)).toBeVisible()
  expect((await shown).status()).toBe(200)
})

test('an upload shows how far it is, and one that is cancelled in the middle leaves nothing', async ({
  page,
  product,
}) => {
  const client = await openAt(page, product, 'employment')
  const slip = await realFile('march', 'application/pdf', 1.5 * MEGABYTE)
  const sent = watchBucket(page, product)
  const speedUp = await slowDown(page, 100 * 1024)
  await chooseFiles(page, PAYSLIPS, [slip])
  await expect(row(page, PAYSLIPS, slip.name)).toContainText(/Uploading [1-9]\d?%/u)
  await button(row(page, PAYSLIPS, slip.name), `Cancel ${slip.name}`).click()
  await expect(fileList(page, PAYSLIPS)).toHaveCount(0)
  await expect.poll(() => sent[0]?.failure()?.errorText).toBe('net::ERR_ABORTED')
  expect((await readStored(product.context, client.id)).documents).toEqual([])
  expect(await lyingOpen(product)).toEqual([])
  // Not earlier: the browser might send the rest of the file before both network changes apply.
  await speedUp()

  await chooseFiles(page, PAYSLIPS, [slip])
  await expectUploaded(page, PAYSLIPS, [slip.name])
})

test('an expired address is replaced automatically, unnoticed', async ({ page, product, watch }) => {
  const client = await openAt(page, product, 'employment')
  const slip = await realFile('march', 'application/pdf')
  const sent = watchBucket(page, product)
  const expired = await product.context.store.presignUpload?.(newKey('uploads'), {
    contentType: 'application/pdf',
    bytes: slip.buffer.length,
    now: new Date(Date.now() - 20 * 60_000),
    lifetimeSeconds: 900,
  })
  await page.route('/api/objects/upload', (route) => route.fulfill({ json: { uploadURL: expired } }), {
    times: 1,
  })
  // This gateway sends no CORS headers with errors.
  watch.expect('no answer', new URL(expired ?? '').pathname)
  await chooseFiles(page, PAYSLIPS, [slip])
  await expectUploaded(page, PAYSLIPS, [slip.name])
  expect(sent).toHaveLength(2)
  expect(sent[0]?.url()).toBe(expired)
  expect((await readStored(product.context, client.id)).documents).toHaveLength(1)
})

test('a network failure is reported, and the file is sent once it is back', async ({
  page,
  product,
  watch,
}) => {
  await openAt(page, product, 'employment')
  const slip = await realFile('march', 'application/pdf')
  watch.expect('no answer', '/')
  const mend = await cutCall(page, bucketPattern(product))
  await chooseFiles(page, PAYSLIPS, [slip])
  await expectNotification(
    page,
    'File upload failed',
    'Failed to upload march.pdf. Failed to upload march.pdf: no connection',
  )
  await expect(row(page, PAYSLIPS, slip.name)).toContainText('We can’t be reached right now.')
  await mend()
  await button(row(page, PAYSLIPS, slip.name), `Retry ${slip.name}`).click()
  await expectUploaded(page, PAYSLIPS, [slip.name])
})

test('a bucket that fails once the file has arrived is reported in plain words; the file is not sent again', async ({
  page,
  product,
  watch,
}) => {
  const client = await openAt(page, product, 'employment')
  const slip = await realFile('march', 'application/pdf')
  const sent = watchBucket(page, product)
  watch.expect(503, REGISTER)
  const release = await holdCall(page, REGISTER)
  const registering = page.waitForRequest((request) => request.url().endsWith(REGISTER))
  await chooseFiles(page, PAYSLIPS, [slip])
  await registering
  product.wayToBucket?.become('closed')
  release()
  await expectNotification(
    page,
    'File upload failed',
    'Failed to upload march.pdf. Failed to set ACL for march.pdf: 503',
  )
  await expect(row(page, PAYSLIPS, slip.name)).toContainText(
    'We can’t open files right now. Please try again in a moment.',
  )
  expect((await readStored(product.context, client.id)).documents).toEqual([])

  product.wayToBucket?.become('open')
  await button(row(page, PAYSLIPS, slip.name), `Retry ${slip.name}`).click()
  await expectUploaded(page, PAYSLIPS, [slip.name])
  expect(sent).toHaveLength(1)
  expect((await readStored(product.context, client.id)).documents).toHaveLength(1)
  expect(await lyingOpen(product)).toEqual([])
})

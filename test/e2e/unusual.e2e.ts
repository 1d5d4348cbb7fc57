import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import type { Answers } from '#features/applications/rules/wizard/answers.ts'
import { confirmationNames } from '#features/applications/rules/wizard/confirmations.ts'
import type { StepId } from '#features/applications/rules/wizard/steps.ts'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { makeDocument, makeFaisDocument } from '#app/demo/factories/documents.ts'
import { documents, sessions } from '#features/access/schema/tables.ts'
import { nameOf } from '#features/documents/server/encrypted-name.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { pressInHeader } from '#test/support/e2e/header.ts'
import { button, expectNotification, notification, section } from '#test/support/e2e/forms.ts'
import { cutCall, failCall, holdCall, holdDrafts } from '#test/support/e2e/hold.ts'
import { MEGABYTE, realFile, sha256, textFile } from '#test/support/e2e/journey/journey.ts'
import { addClient, addManager, signIn, type Manager, type Person } from '#test/support/e2e/people.ts'
import { takePhoto } from '#test/support/e2e/camera.ts'
import type { Product } from '#test/support/e2e/product.ts'
import { slowDown } from '#test/support/e2e/slow-network.ts'
import { readStored } from '#test/support/e2e/stored-application.ts'
import { chooseFiles, dropFiles, expectUploaded, fileList } from '#test/support/e2e/uploads.ts'
import { expectStep, goOn, heading, nextLabels } from '#test/support/e2e/wizard.ts'
import { makePdf } from '#test/support/files.ts'

// Independent tests: running them serially would make them the end of the run while other workers are idle.
test.describe.configure({ mode: 'parallel' })

const PAYSLIPS = 'Payslips'
const SIGNED = 'Signed FAIS document'

/** A client with a complete application reopens it at a step. */
async function openAt(
  page: Page,
  product: Product,
  currentStep: Exclude<StepId, 'success'>,
  { manager, answers = {} }: { manager?: Manager; answers?: Partial<Answers> } = {},
): Promise<Person> {
  const client = await addClient(product.context, {
    manager,
    currentStep,
    answers: { ...completeAnswers('thandiwe@people.example'), ...answers },
  })
  await signIn(page.context(), client)
  await page.goto('/')
  await expectStep(page, currentStep)
  return client
}

/** The address of a client's file. */
async function addressOf({ context }: Product, { id }: Person, name: string): Promise<string> {
  const files = await context.database.db.select().from(documents).where(eq(documents.ownerId, id))
  const document = files.find((file) => nameOf(context.keyring, file) === name)
  if (document === undefined) throw new Error(`There is no file ${name}`)
  return `/objects/uploads/${document.id}`
}

function row(page: Page, label: string, name: string) {
  return fileList(page, label).getByRole('listitem').filter({ hasText: name })
}

test('a step that is saved stays as it is while the code of the next one is on its way', async ({
  page,
  product,
}) => {
  // The first step is part of the wizard's script; the others have their own.
  const release = await holdCall(page, '/assets/steps-*.js')
  await openAt(page, product, 'personal')
  const asked = heading(page, 'personal')
  await asked.evaluate((element) => element.setAttribute('data-before', 'the save'))
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await button(page, nextLabels.personal).click()
  expect((await saved).status()).toBe(200)
  // The response matches the sent answers, so no screen restarts.
  await expect(button(page, 'Saving...')).toBeVisible()
  await expect(asked).toHaveAttribute('data-before', 'the save')
  release()
  await expectStep(page, 'address')
})

test.describe('a save that fails', () => {
  const SAVE = '/api/application'
  const city = (page: Page) => page.getByLabel('City')

  test('stays on the step with everything typed, continues once it works, and blocks no one', async ({
    page,
    product,
    watch,
  }) => {
    watch.expect(500, SAVE)
    watch.expect(503, SAVE)
    watch.expect('no answer', SAVE)
    const client = await openAt(page, product, 'address')
    const failure = ['Error', 'Failed to save progress. Please try again.'] as const

    await test.step('it stays on the step with everything typed, and continues once it works', async () => {
      await city(page).fill('Makhanda')
      for (const fail of [() => failCall(page, SAVE, 503, 'PUT'), () => cutCall(page, SAVE)]) {
        const mend = await fail()
        await button(page, nextLabels.address).click()
        await expectNotification(page, ...failure)
        await expectStep(page, 'address')
        await expect(city(page)).toHaveValue('Makhanda')
        await mend()
        await button(notification(page, failure[0]), 'Close notification').click()
      }
    })

    await test.step('offline: the same, and the browser being online again is enough', async () => {
      await page.context().setOffline(true)
      await button(page, nextLabels.address).click()
      await expectNotification(page, ...failure)
      await page.context().setOffline(false)
      await goOn(page, 'address')
      await expect(notification(page, failure[0])).toHaveCount(0)
      expect((await readStored(product.context, client.id)).answers.city).toBe('Makhanda')
    })

    await test.step('it does not block: Back works, and the input is still there', async () => {
      await button(page, 'Back').click()
      await expectStep(page, 'address')
      await city(page).fill('Gqeberha')
      const mend = await failCall(page, SAVE, 500, 'PUT')
      await button(page, 'Back').click()
      await expectStep(page, 'personal')
      await expect(heading(page, 'personal')).toBeFocused()
      await expectNotification(page, 'Save Error', 'Failed to save your progress. Please try again.')
      await mend()
      await goOn(page, 'personal')
      await expect(city(page)).toHaveValue('Gqeberha')
    })

    await test.step('one that is slow says so, and is sent once however often one presses', async () => {
      const sent: string[] = []
      page.on('request', (request) => {
        // Autosave runs as well.
        if (request.method() === 'PUT' && new URL(request.url()).search === '') sent.push(request.url())
      })
      const release = await holdCall(page, SAVE)
      await button(page, nextLabels.address).dblclick()
      await expect(button(page, 'Saving...')).toBeVisible()
      await expectStep(page, 'address')
      release()
      await expectStep(page, 'employment')
      expect(sent).toHaveLength(1)
    })

    await test.step('it does not keep a user signed in', async () => {
      await page.getByLabel('Occupation', { exact: true }).fill('Beekeeper')
      await failCall(page, SAVE, 500, 'PUT')
      await pressInHeader(page, 'Save & Sign Out')
      await expect(page).toHaveURL('/auth')
      await expectNotification(page, 'Save Error', 'Failed to save progress, but you will be signed out.')
      expect((await page.request.get('/api/user')).status()).toBe(401)
    })
  })

  test('that is slow is awaited when the user signs out meanwhile', async ({ page, product }) => {
    const client = await openAt(page, product, 'address')
    await city(page).fill('Makhanda')
    const release = await holdCall(page, SAVE)
    await button(page, nextLabels.address).click()
    await expect(button(page, 'Saving...')).toHaveCount(1)
    await pressInHeader(page, 'Save & Sign Out')
    await expect(button(page, 'Saving...')).toHaveCount(2)
    release()
    await expect(page).toHaveURL('/auth')
    expect((await page.request.get('/api/user')).status()).toBe(401)
    const { answers, currentStep } = await readStored(product.context, client.id)
    expect({ city: answers.city, currentStep }).toEqual({ city: 'Makhanda', currentStep: 'employment' })
  })

  test('is reported in its own words on the way to and from the review, and at the end', async ({
    page,
    product,
    watch,
  }) => {
    watch.expect(500, SAVE)
    const client = await openAt(page, product, 'review', { manager: await addManager(product.context) })
    const { id } = await readStored(product.context, client.id)
    await makeDocument(product.context, { kind: 'signedFais', ownerId: client.id, applicationId: id })
    await page.reload()
    await expectStep(page, 'review')

    await test.step('editing', async () => {
      const mend = await failCall(page, SAVE, 500, 'PUT')
      await button(page, 'Edit Address').click()
      await expectNotification(
        page,
        'Navigation Error',
        'Failed to navigate to the requested section. Please try again.',
      )
      await expectStep(page, 'review')
      await mend()
      await button(page, 'Edit Address').click()
      await expectStep(page, 'address')
    })

    await test.step('coming back', async () => {
      await city(page).fill('Makhanda')
      const mend = await failCall(page, SAVE, 500, 'PUT')
      await button(page, 'Save & Back to Review').click()
      await expectNotification(page, 'Save Error', 'Failed to save your changes. Please try again.')
      await expectStep(page, 'address')
      await expect(city(page)).toHaveValue('Makhanda')
      await mend()
      await button(page, 'Save & Back to Review').click()
      await expectStep(page, 'review')
      await expect(section(page, 'Address')).toContainText('Makhanda')
    })

    const boxes = section(page, 'Terms').getByRole('checkbox')
    await test.step('a statement that could not be saved is not ticked', async () => {
      const mend = await failCall(page, SAVE, 500, 'PUT')
      await boxes.first().click()
      await expectNotification(page, 'Save Error', 'Failed to save your changes. Please try again.')
      await expect(boxes.first()).not.toBeChecked()
      await mend()
      for (const box of await boxes.all()) await box.check()
    })

    await test.step('submitting', async () => {
      const mend = await failCall(page, '/api/application/submit', 500)
      await button(page, nextLabels.review).click()
      await expectNotification(page, 'Submission Failed', 'Failed to submit application. Please try again.')
      await expectStep(page, 'review')
      await expect(boxes).toHaveCount(confirmationNames.length)
      for (const box of await boxes.all()) await expect(box).toBeChecked()
      await mend()
      await button(page, nextLabels.review).click()
      await expectStep(page, 'success')
    })
  })
})

test.describe('an application that does not load', () => {
  const LOAD = '/api/application'

  test('says that it is loading; when it cannot, why, with a way on and a way out', async ({
    page,
    product,
    watch,
  }) => {
    watch.expect(503, '/api/')
    const client = await addClient(product.context, { currentStep: 'address' })
    await signIn(page.context(), client)
    const release = await holdCall(page, LOAD)
    await page.goto('/')
    await expect(page.getByText('Loading your application...')).toBeVisible()
    release()
    await expectStep(page, 'address')

    const mend = await failCall(page, LOAD, 503)
    await page.reload()
    const output = page.getByRole('alert')
    await expect(output).toContainText('Error Loading Application')
    await expect(output).toContainText('The service isn’t available right now. Please try again in a moment.')
    await button(page, 'Retry').click()
    await expect(output).toContainText('Error Loading Application')

    await test.step('a sign-out that fails here leads home', async () => {
      const mendSignOut = await failCall(page, '/api/logout', 503)
      await button(page, 'Sign Out').click()
      await expectNotification(page, 'Logout failed', 'The service isn’t available right now.')
      await expect(page).toHaveURL('/')
      await mendSignOut()
    })

    await mend()
    await button(page, 'Retry').click()
    await expectStep(page, 'address')

    await test.step('one that is not there: whom to ask, and the way out', async () => {
      watch.expect(404, LOAD)
      await failCall(page, LOAD, 404)
      await page.reload()
      await expect(output).toContainText('Application Not Found')
      await expect(output).toContainText('Unable to load your application. Please contact support.')
      await expect(button(page, 'Retry')).toBeVisible()
      await button(page, 'Sign Out').click()
      await expect(page).toHaveURL('/auth')
    })
  })
})

test.describe('uploads', () => {
  const ADDRESS = '/api/objects/upload'
  const SEND = '/api/objects/upload/**'
  const REGISTER = '/api/payslip-uploads'

  test('show how far they are on a slow network, can be cancelled, and make signing out ask first', async ({
    page,
    product,
  }) => {
    const client = await openAt(page, product, 'employment')
    const slip = await realFile('march', 'application/pdf', 1.5 * MEGABYTE)
    const speedUp = await slowDown(page, 300 * 1024)
    await chooseFiles(page, PAYSLIPS, [slip])
    const progress = page.getByRole('progressbar', { name: `Uploading ${slip.name}` })
    await expect(row(page, PAYSLIPS, slip.name)).toContainText(/Uploading [1-9]\d?%/u)
    await expect(progress).toHaveAttribute('value', /^[1-9]\d?$/u)
    await button(row(page, PAYSLIPS, slip.name), `Cancel ${slip.name}`).click()
    await expect(fileList(page, PAYSLIPS)).toHaveCount(0)
    await speedUp()
    expect((await readStored(product.context, client.id)).documents).toEqual([])

    await chooseFiles(page, PAYSLIPS, [slip])
    await expectUploaded(page, PAYSLIPS, [slip.name])

    await test.step('while one is on its way, signing out asks first', async () => {
      const next = await realFile('april', 'application/pdf', 1.5 * MEGABYTE)
      const speedUpAgain = await slowDown(page, 300 * 1024)
      await chooseFiles(page, PAYSLIPS, [next])
      await pressInHeader(page, 'Save & Sign Out')
      const question = page.getByRole('alertdialog', { name: 'A file is still being uploaded' })
      await button(question, 'Keep uploading').click()
      await expect(question).toHaveCount(0)
      await speedUpAgain()
      await expectUploaded(page, PAYSLIPS, [slip.name, next.name])
      await pressInHeader(page, 'Save & Sign Out')
      await expect(page).toHaveURL(/\/auth$/u)
    })
  })

  test('that are on their way show on the review, and make submitting ask first', async ({
    page,
    product,
  }) => {
    const manager = await addManager(product.context)
    const client = await openAt(page, product, 'employment', { manager })
    const { id } = await readStored(product.context, client.id)
    await makeDocument(product.context, { kind: 'signedFais', ownerId: client.id, applicationId: id })
    await page.reload()
    await expectStep(page, 'employment')
    const slip = await realFile('march', 'application/pdf', 1.5 * MEGABYTE)
    const speedUp = await slowDown(page, 100 * 1024)
    await chooseFiles(page, PAYSLIPS, [slip])
    for (const step of ['employment', 'net-worth-intro', 'assets', 'liabilities', 'documents'] as const)
      await goOn(page, step)
    const statuses = section(page, 'Documents Status')
    await expect(statuses.getByRole('list', { name: 'Payslips: uploading' })).toContainText(/Uploading \d+%/u)
    for (const box of await section(page, 'Terms').getByRole('checkbox').all()) await box.check()

    await button(page, nextLabels.review).click()
    const question = page.getByRole('alertdialog', { name: 'A file is still being uploaded' })
    await button(question, 'Keep uploading').click()
    await expectStep(page, 'review')
    await speedUp()
    await expect(statuses).toContainText(slip.name)
    await expect(statuses.getByRole('list', { name: 'Payslips: uploading' })).toHaveCount(0)
    await button(page, nextLabels.review).click()
    await expectStep(page, 'success')
    const { documents: stored } = await readStored(product.context, client.id)
    expect(stored.map(({ name }) => name)).toContain(slip.name)
  })

  test('that are too much or no document are refused; those that fail say why, and resume from where they failed', async ({
    page,
    product,
    watch,
  }) => {
    const client = await openAt(page, product, 'employment')
    await test.step('excess files and other types are refused, dropped or selected', async () => {
      const slips = await Promise.all(
        ['1', '2', '3', '4', '5', '6', '7'].map((number) => realFile(`payslip ${number}`, 'application/pdf')),
      )
      await dropFiles(page, PAYSLIPS, slips)
      await expectNotification(page, 'Too many files', 'You can only upload 6 payslips maximum.')
      await expect(fileList(page, PAYSLIPS)).toHaveCount(0)

      await dropFiles(page, PAYSLIPS, [textFile])
      await expectNotification(
        page,
        'Invalid file type',
        'notes.txt is not a valid format. Please upload PDF or image files.',
      )

      await test.step('nor files with a false type', async () => {
        watch.expect(415, '/api/payslip-uploads')
        const disguised = { name: 'payslip.pdf', mimeType: 'application/pdf', buffer: textFile.buffer }
        await dropFiles(page, PAYSLIPS, [disguised])
        await expectNotification(page, 'File upload failed', 'Failed to set ACL for payslip.pdf: 415')
        await button(row(page, PAYSLIPS, disguised.name), `Remove ${disguised.name}`).click()
      })
      await dropFiles(page, PAYSLIPS, slips.slice(0, 1))
      await expectUploaded(page, PAYSLIPS, ['payslip 1.pdf'])
      expect((await readStored(product.context, client.id)).documents).toHaveLength(1)
    })

    const slip = await realFile('march', 'application/pdf')
    const retry = button(row(page, PAYSLIPS, slip.name), `Retry ${slip.name}`)
    const asked: string[] = []
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))

    await test.step('no address', async () => {
      watch.expect(503, ADDRESS)
      const mend = await failCall(page, ADDRESS, 503)
      await chooseFiles(page, PAYSLIPS, [slip])
      await expectNotification(
        page,
        'File upload failed',
        'Failed to upload march.pdf. Failed to get upload URL: 503',
      )
      await expect(row(page, PAYSLIPS, slip.name)).toContainText('Not uploaded')
      await expect(row(page, PAYSLIPS, slip.name)).toContainText('The service isn’t available right now.')
      await mend()
    })

    await test.step('not sent', async () => {
      watch.expect(507, ADDRESS)
      const mend = await failCall(page, SEND, 507)
      await retry.click()
      await expectNotification(
        page,
        'File upload failed',
        'Failed to upload march.pdf. Failed to upload march.pdf: 507 Insufficient Storage',
      )
      await mend()
    })

    await test.step('the connection breaks', async () => {
      watch.expect('no answer', ADDRESS)
      const mend = await cutCall(page, SEND)
      await retry.click()
      await expectNotification(
        page,
        'File upload failed',
        'Failed to upload march.pdf. Failed to upload march.pdf: no connection',
      )
      await expect(row(page, PAYSLIPS, slip.name)).toContainText('We can’t be reached right now.')
      await mend()
    })

    await test.step('not registered', async () => {
      watch.expect(502, REGISTER)
      const mend = await failCall(page, REGISTER, 502)
      await retry.click()
      await expectNotification(
        page,
        'File upload failed',
        'Failed to upload march.pdf. Failed to set ACL for march.pdf: 502',
      )
      await mend()
    })

    await test.step('only the registration is asked for again', async () => {
      asked.length = 0
      await retry.click()
      await expectNotification(page, 'Upload successful', '1 payslip(s) uploaded successfully.')
      await expectUploaded(page, PAYSLIPS, ['payslip 1.pdf', slip.name])
      expect(asked.filter((call) => call.includes(ADDRESS))).toEqual([])
    })
    const { documents: stored } = await readStored(product.context, client.id)
    const document = stored.find(({ name }) => name === slip.name)
    expect(document?.sha256InStore).toBe(sha256(slip.buffer))
  })

  test('of the FAIS document fail in words of their own; the copy that was there stays', async ({
    page,
    product,
    watch,
  }) => {
    const client = await openAt(page, product, 'documents', { manager: await addManager(product.context) })
    const first = await realFile('first', 'application/pdf')
    const second = await realFile('second', 'image/png')
    await chooseFiles(page, SIGNED, [first])
    await expectUploaded(page, SIGNED, [first.name])

    watch.expect(500, ADDRESS)
    watch.expect(500, '/api/fais-uploads')
    const remove = button(row(page, SIGNED, second.name), `Remove ${second.name}`)
    for (const [path, title, description] of [
      [ADDRESS, 'Upload Failed', 'Failed to get upload URL'],
      [SEND, 'Upload Failed', 'Failed to upload second.png: 500 Internal Server Error'],
      ['/api/fais-uploads', 'Upload failed', 'Failed to process the uploaded file. Please try again.'],
    ] as const) {
      const mend = await failCall(page, path, 500)
      await chooseFiles(page, SIGNED, [second])
      await expect(notification(page, title).filter({ hasText: description })).toBeVisible()
      await expect(row(page, SIGNED, first.name)).toContainText('Uploaded')
      await expect(button(page, nextLabels.documents)).toBeEnabled()
      await remove.click()
      await expect(remove).toHaveCount(0)
      await mend()
    }

    await chooseFiles(page, SIGNED, [second])
    await expectUploaded(page, SIGNED, [second.name])
    const stored = await readStored(product.context, client.id)
    expect(stored.documents.map(({ name }) => name)).toEqual([second.name])
  })

  test('make a photo that is too large smaller, and say so', async ({ page, product }) => {
    const client = await openAt(page, product, 'employment')
    const photo = await takePhoto(page, 'IMG_2041.jpg', 1900)
    expect(photo.buffer.length).toBeGreaterThan(2 * MEGABYTE)
    await chooseFiles(page, PAYSLIPS, [photo])
    await expectUploaded(page, PAYSLIPS, [photo.name])
    await expect(
      page.getByText(/^We reduced IMG_2041\.jpg from [\d.]+ MB to [\d.]+ [MK]B so that it fits\.$/u),
    ).toBeVisible()
    const [stored] = (await readStored(product.context, client.id)).documents
    expect(stored?.bytes).toBeLessThanOrEqual(2 * MEGABYTE)

    await test.step('stored files can be opened', async () => {
      await button(fileList(page, PAYSLIPS), `Preview ${photo.name}`).click()
      const picture = page.getByRole('img', { name: `Uploaded file ${photo.name}` })
      await expect(picture).toBeVisible()
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(1000)
    })
  })
})

test('files keep the sense of odd names, none does harm, and previews show pictures and PDFs', async ({
  page,
  product,
  watch,
}) => {
  const client = await openAt(page, product, 'employment')
  const named = async (name: string) => ({ ...(await realFile('any', 'application/pdf')), name })
  const long = 'ä'.repeat(255 - '.pdf'.length)
  for (const [name, saved] of [
    [`"March" & 'April' <b>.pdf`, `_March_ & 'April' _b_.pdf`],
    [String.raw`..\..\etc\passwd.pdf`, '_.._etc_passwd.pdf'],
    ['März 🐘 薪.pdf', 'März 🐘 薪.pdf'],
    [`${long}.pdf`, `${'ä'.repeat(120)}.pdf`],
  ] as const) {
    await dropFiles(page, PAYSLIPS, [await named(name)])
    await expect(row(page, PAYSLIPS, name)).toContainText('Uploaded')
    const download = await page.request.get(await addressOf(product, client, name))
    expect(download.headers()['content-disposition']).toContain(
      `filename*=UTF-8''${encodeURIComponent(saved).replaceAll("'", '%27')}`,
    )
  }

  watch.expect(400, '/api/payslip-uploads')
  await dropFiles(page, PAYSLIPS, [await named('two\nlines.pdf')])
  await expect(notification(page, 'File upload failed')).toBeVisible()
  await expect(row(page, PAYSLIPS, 'two lines.pdf')).toContainText(
    'Please remove unusual characters from the file name',
  )
  expect((await readStored(product.context, client.id)).documents).toHaveLength(4)
  await button(row(page, PAYSLIPS, 'two lines.pdf'), 'Remove two lines.pdf').click()

  await test.step('previews show pictures and PDFs', async () => {
    const picture = await realFile('scan', 'image/png')
    const paper = await realFile('slip', 'application/pdf')
    await chooseFiles(page, PAYSLIPS, [picture, paper])
    for (const { name } of [picture, paper]) await expect(row(page, PAYSLIPS, name)).toContainText('Uploaded')

    await button(fileList(page, PAYSLIPS), `Preview ${picture.name}`).click()
    const image = page.getByRole('img', { name: `Uploaded file ${picture.name}` })
    await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(8)
    await page.keyboard.press('Escape')

    const byBrowser = await page.evaluate(() => navigator.pdfViewerEnabled && innerWidth >= 640)
    const asked = page.context().waitForEvent('response', (answer) => answer.url().includes('inline=1'))
    await button(fileList(page, PAYSLIPS), `Preview ${paper.name}`).click()
    const dialog = page.getByRole('dialog', { name: paper.name })
    // Where the browser shows no PDFs, their pages are drawn.
    const shown = byBrowser
      ? dialog.getByTitle(paper.name)
      : dialog.getByRole('group', { name: /^Page 1 of/u })
    await expect(shown).toBeVisible()
    const answer = await asked
    expect(answer.status()).toBe(200)
    expect(answer.headers()).toMatchObject({ 'content-type': 'application/pdf' })
    expect(answer.headers()['content-disposition']).toMatch(/^inline;/u)
  })
})

test.describe('the FAIS letter', () => {
  const FAILED = [
    'Download Failed',
    'Failed to download FAIS document. Please ensure you have a wealth manager assigned.',
  ] as const

  test('waits for a wealth manager, which is said from the second step on', async ({
    page,
    product,
    watch,
  }) => {
    watch.expect(404, '/api/fais-document')
    await openAt(page, product, 'personal')
    const notice = page.getByText('No Wealth Manager Assigned')
    await expect(notice).toHaveCount(0)
    for (const step of [
      'personal',
      'address',
      'employment',
      'net-worth-intro',
      'assets',
      'liabilities',
    ] as const) {
      await goOn(page, step)
      await expect(notice).toBeVisible()
    }
    await button(page, 'Download FAIS letter').click()
    await expectNotification(page, ...FAILED)
  })

  test('that the manager has not provided cannot be downloaded; once it is, it arrives, on a network that failed before', async ({
    page,
    product,
    watch,
  }) => {
    watch.expect(404, '/api/fais-document')
    watch.expect('no answer', '/api/fais-document')
    const manager = await addManager(product.context, { fullName: 'Ayanda Zulu', letter: false })
    await openAt(page, product, 'documents', { manager })
    await expect(page.getByText('Ayanda Zulu hasn’t provided the letter yet.')).toBeVisible()
    await expect(page.getByText('No Wealth Manager Assigned')).toHaveCount(0)
    await button(page, 'Download FAIS letter').click()
    await expectNotification(page, ...FAILED)

    await makeFaisDocument(product.context, { managerId: manager.id, bytes: await makePdf() })
    await page.reload()
    const mend = await cutCall(page, '/api/fais-document')
    await button(page, 'Download FAIS letter').click()
    await expectNotification(page, ...FAILED)
    await mend()
    const download = page.waitForEvent('download')
    await button(page, 'Download FAIS letter').click()
    const letter = await download
    expect(letter.suggestedFilename()).toBe('FAIS_Disclosure_Letter.pdf')
    expect((await readFile(await letter.path())).subarray(0, 5).toString()).toBe('%PDF-')
  })
})

test.describe('a session that ended elsewhere', () => {
  const ENDED = 'Your session has ended. Please sign in again. Everything you saved is still there.'

  test('keeps input in this tab, ends an upload with a message, and names the missing file', async ({
    page,
    product,
    watch,
  }) => {
    watch.expect(401, '/api/')
    const client = await openAt(page, product, 'address')
    const endElsewhere = () =>
      product.context.database.db.delete(sessions).where(eq(sessions.userId, client.id))
    const signInAgain = async () => {
      await expect(page).toHaveURL('/auth')
      await expect(page.getByText(ENDED)).toBeVisible()
      await page.getByLabel('Email Address').fill(client.username)
      await page.getByLabel('Password', { exact: true }).fill(client.password)
      await button(page, 'Sign In').click()
    }

    // Autosave may be the first call that finds the session ended.
    for (const [first, city, postalCode] of [
      ['Next', 'Makhanda', '6139'],
      ['what saves itself', 'Gqeberha', '6001'],
    ] as const) {
      await test.step(`found by ${first}, it leaves what is typed in this tab`, async () => {
        const letGo = await holdDrafts(page, watch)
        await page.getByLabel('City').fill(city)
        await page.getByLabel('Postal Code').fill(postalCode)
        await endElsewhere()
        if (first === 'Next') await button(page, nextLabels.address).click()
        else {
          await letGo()
          // Saved automatically once the network is back, if not before.
          await page.evaluate(() => window.dispatchEvent(new Event('online')))
        }
        await expect(page).toHaveURL('/auth')
        await letGo()
        await signInAgain()
        await expectStep(page, 'address')
        await expect(page.getByLabel('City')).toHaveValue(city)
        await expect(page.getByLabel('Postal Code')).toHaveValue(postalCode)
        await goOn(page, 'address')
        expect((await readStored(product.context, client.id)).answers).toMatchObject({ city, postalCode })
      })
      if (first !== 'Next') continue
      await button(page, 'Back').click()
      await expectStep(page, 'address')
    }

    await test.step('it ends an upload in plain words', async () => {
      await endElsewhere()
      const slips = ['march', 'april'].map((name) => realFile(name, 'application/pdf'))
      await chooseFiles(page, PAYSLIPS, await Promise.all(slips))
      await signInAgain()
      await expectStep(page, 'employment')
      await expect(fileList(page, PAYSLIPS)).toHaveCount(0)
    })

    await test.step('and says which file was not uploaded, once signed in again', async () => {
      const output = page.getByRole('alert').filter({ hasText: 'Not uploaded: march.pdf, april.pdf' })
      await expect(output).toContainText('Please choose these files again.')
      await button(output, 'Close').click()
      await expect(output).toHaveCount(0)
    })
  })

  test('by a second tab that signs out ends in the first tab too', async ({ page, product }) => {
    await openAt(page, product, 'address')
    const second = await page.context().newPage()
    await second.goto('/')
    await button(second, 'Save & Sign Out').click()
    await expect(second).toHaveURL('/auth')
    await expect(page).toHaveURL('/auth')
  })
})

test('a killed server loses neither acknowledged changes nor input', async ({ page, product, watch }) => {
  watch.expect('no answer', '/api/')
  // The pointer may rest on “Use your phone”, whose code is loaded then.
  watch.expect('no answer', '/assets/')
  const client = await openAt(page, product, 'address')
  await page.getByLabel('City').fill('Makhanda')
  await goOn(page, 'address')
  await page.getByLabel('Occupation', { exact: true }).fill('Beekeeper')
  await page.getByLabel('Annual Income').fill('1234')
  const slip = await realFile('march', 'application/pdf', MEGABYTE)
  const speedUp = await slowDown(page, 100 * 1024)
  await chooseFiles(page, PAYSLIPS, [slip])
  await expect(row(page, PAYSLIPS, slip.name)).toContainText(/Uploading [1-9]\d?%/u)

  await product.crash()
  await speedUp()
  await expect(row(page, PAYSLIPS, slip.name)).toContainText('Not uploaded')
  await page.getByLabel('Annual Income').fill('123456.78')
  await button(page, nextLabels.employment).click()
  await expectNotification(page, 'Error', 'Failed to save progress. Please try again.')
  await expect(page.getByLabel('Annual Income')).toHaveValue('123 456.78')
  expect((await readStored(product.context, client.id)).answers).toMatchObject({
    city: 'Makhanda',
    occupation: 'Beekeeper',
    annualIncome: '1234',
  })

  await product.restart()
  await button(row(page, PAYSLIPS, slip.name), `Retry ${slip.name}`).click()
  await expectUploaded(page, PAYSLIPS, [slip.name])
  await expect(page.getByLabel('Occupation', { exact: true })).toHaveValue('Beekeeper')
  await goOn(page, 'employment')
  const stored = await readStored(product.context, client.id)
  expect(stored.answers).toMatchObject({
    city: 'Makhanda',
    occupation: 'Beekeeper',
    annualIncome: '123456.78',
  })
  expect(stored.documents.map(({ sha256InStore }) => sha256InStore)).toEqual([sha256(slip.buffer)])
})

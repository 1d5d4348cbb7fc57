import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { completeAnswers } from '#domain/applications/wizard/complete-answers.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, choose, expectNotification, group, section } from '#test/support/e2e/forms.ts'
import { realFile, reload } from '#test/support/e2e/journey/journey.ts'
import { addClient, addManager } from '#test/support/e2e/people.ts'
import { chooseFiles, expectUploaded } from '#test/support/e2e/uploads.ts'
import { expectStep, goOn } from '#test/support/e2e/wizard.ts'

// A whole scenario takes half a minute on an idle machine.
test.setTimeout(240_000)

/** Answers given here; all others are stored already. */
const ANSWERED_HERE = {
  salutation: null,
  fullName: null,
  dateOfBirth: null,
  idDocumentType: null,
  idNumber: null,
  issuingCountry: null,
  nationality: null,
  city: null,
  stateProvince: null,
  annualIncome: null,
}

test('a client signs in, answers, uploads, goes back, reloads, submits and comes home', async ({
  page,
  product,
}, testInfo) => {
  const manager = await addManager(product.context)
  const client = await addClient(product.context, {
    manager,
    answers: { ...completeAnswers('thandiwe@people.example'), ...ANSWERED_HERE },
    currentStep: 'personal',
  })

  await test.step('signs in', async () => {
    await page.goto('/')
    await page.getByLabel('Email Address').fill(client.username)
    await page.getByLabel('Password', { exact: true }).pressSequentially(client.password)
    await page.keyboard.press('Enter')
    await expectStep(page, 'personal')
  })

  await test.step('types, chooses, and gives a date', async () => {
    const identification = section(page, 'Identification')
    const birth = group(identification, 'Date of Birth')
    await identification.getByLabel('ID Document Type').selectOption('Passport')
    await identification.getByLabel('ID Number').pressSequentially('A01234567')
    await choose(identification, 'Issuing Country', 'South Africa')
    await choose(identification, 'Nationality', 'South African')
    await birth.getByLabel('Day').selectOption('29')
    await birth.getByLabel('Month').selectOption('February')
    await birth.getByLabel('Year').selectOption('1980')
    await section(page, 'About You').getByLabel('Salutation').selectOption('Ms')
    await section(page, 'About You').getByLabel('Full Name').pressSequentially('Thandiwe Nkosi')
    await reload(page, 'personal')
    await expect(section(page, 'About You').getByLabel('Full Name')).toHaveValue('Thandiwe Nkosi')
    await expect(birth.getByLabel('Day')).toHaveValue('29')
    await goOn(page, 'personal')
  })

  await test.step('goes back and forth by the browser, and loses nothing', async () => {
    await page.getByLabel('City').pressSequentially('Kaapstad')
    // A step enters the history two frames after it shows.
    await expect(page).toHaveURL('/?step=address')
    await page.goBack()
    await expectStep(page, 'personal')
    await page.goForward()
    await expectStep(page, 'address')
    await expect(page.getByLabel('City')).toHaveValue('Kaapstad')
    await page.getByLabel('State/Province').selectOption('Western Cape')
    await goOn(page, 'address')
  })

  await test.step('types an amount, which is read when it is left', async () => {
    const income = page.getByLabel('Annual Income')
    await income.pressSequentially('860000,50')
    await page.keyboard.press('Tab')
    await expect(income).toHaveValue('860 000.50')
    await goOn(page, 'employment')
    await goOn(page, 'net-worth-intro')
    await goOn(page, 'assets')
    await goOn(page, 'liabilities')
  })

  await test.step('reads the letter, and uploads it signed', async () => {
    await button(page, 'Download FAIS letter').click()
    await expectNotification(page, 'Download Started', 'FAIS_Disclosure_Letter.pdf')
    // Firefox reports blob downloads without the number that Playwright's own event needs.
    const saved = path.join(testInfo.project.outputDir, 'downloads', 'FAIS_Disclosure_Letter.pdf')
    await expect.poll(() => readFile(saved).catch(() => null)).toEqual(manager.letter)
    // Firefox opens a saved PDF in a new tab, so the client returns to the original one.
    await page.bringToFront()
    const signed = await realFile('letter, signed', 'image/jpeg')
    await chooseFiles(page, 'Signed FAIS document', [signed])
    await expectUploaded(page, 'Signed FAIS document', [signed.name])
    await goOn(page, 'documents')
  })

  await test.step('checks, confirms and submits', async () => {
    await button(page, 'Show all answers').click()
    await expect(section(page, 'Personal Information')).toContainText('29 February 1980')
    await expect(section(page, 'Employment & Financial')).toContainText('R 860 000.50')
    const statements = section(page, 'Terms').getByRole('checkbox')
    for (const index of [0, 1, 2]) await statements.nth(index).check()
    await button(page, 'Submit Application').click()
    await expectStep(page, 'success')
    await expectNotification(page, 'Application Submitted!', 'We’ll review it')
  })

  await test.step('comes home', async () => {
    await page.reload()
    await expectStep(page, 'success')
    await expect(section(page, 'Your wealth manager')).toContainText(manager.fullName)
    await expect(button(section(page, 'Your documents'), 'Download your application')).toBeVisible()
    await button(page, 'Return to Login').click()
    await expect(page).toHaveURL('/auth')
  })
})

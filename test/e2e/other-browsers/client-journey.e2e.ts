import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { addClient, addManager } from '#test/support/e2e/people.ts'
import { makePdf } from '#test/support/files.ts'
import { readStored } from '#test/support/e2e/stored-application.ts'
import { DrivenPage } from '#test/support/e2e/driven-page.ts'

// A whole scenario takes a quarter of a minute on an idle machine.
test.setTimeout(240_000)

/** Answers given here; all others are stored already. */
const ANSWERED_HERE = { salutation: null, fullName: null, dateOfBirth: null, city: null, annualIncome: null }

test('a client signs in, answers, goes back, reloads, submits and comes home in another browser', async ({
  product,
}, testInfo) => {
  const manager = await addManager(product.context)
  const client = await addClient(product.context, {
    manager,
    answers: { ...completeAnswers('thandiwe@people.example'), ...ANSWERED_HERE },
    currentStep: 'personal',
  })
  const page = await DrivenPage.open()
  try {
    await test.step('signs in', async () => {
      await page.goTo(product.url)
      await page.type('Email Address', client.username)
      await page.type('Password', client.password)
      await page.press('Sign In')
      await page.waitForHeading('Personal Details')
    })
    await test.step('types, and nothing is lost where the page is loaded again', async () => {
      await page.type('Full Name', 'Thandiwe Nkosi')
      await expect
        .poll(async () => (await readStored(product.context, client.id)).answers.fullName)
        .toBe('Thandiwe Nkosi')
      await page.reload()
      await page.waitForHeading('Personal Details')
      await expect.poll(() => page.value('Full Name')).toBe('Thandiwe Nkosi')
      await page.choose('Salutation', 'Ms')
      await page.choose('Day', '29')
      await page.choose('Month', 'February')
      await page.choose('Year', '1980')
      await page.press('Next: Address Details')
      await page.waitForHeading('Residential Address')
    })
    await test.step('goes back and forth by the browser, and loses nothing', async () => {
      await page.type('City', 'Kaapstad')
      // A step enters the history two frames after it shows; Back before that would leave the application.
      await page.waitForAddress('?step=address')
      await page.back()
      await page.waitForHeading('Personal Details')
      await page.forward()
      await page.waitForHeading('Residential Address')
      expect(await page.value('City')).toBe('Kaapstad')
      await page.press('Next: Employment Details')
    })
    await test.step('types an amount, which is read when it is left', async () => {
      await page.waitForHeading('Employment & Financial Profile')
      await page.type('Annual Income', '860000,50\uE004')
      expect(await page.value('Annual Income')).toBe('860 000.50')
      await page.press('Next: Net Worth Calculator')
      await page.waitForHeading('Discover Your Financial Picture!')
      await page.press("Let's Get Started")
      await page.waitForHeading('Tell Us About Your Assets')
      // Next asks once about groups without an answer.
      await page.press('Next: Your Liabilities')
      await page.waitForText('main', 'answered yet')
      await page.press('Next: Your Liabilities')
      await page.waitForHeading('Tell Us About Your Liabilities')
      await page.press('Next: Upload Documents')
      await page.waitForText('main', 'answered yet')
      await page.press('Next: Upload Documents')
      await page.waitForHeading('Complete Your FAIS Document')
    })
    await test.step('downloads the letter', async () => {
      const { downloads } = page
      await page.press('Download FAIS letter')
      await page.waitForText('body', 'Download Started')
      if (downloads === null) return
      const saved = path.join(downloads, 'FAIS_Disclosure_Letter.pdf')
      await expect.poll(() => readFile(saved).catch(() => null)).toEqual(manager.letter)
    })
    await test.step('uploads the letter, signed', async () => {
      const file = path.join(testInfo.outputPath(), 'letter-signed.pdf')
      await mkdir(testInfo.outputPath(), { recursive: true })
      await writeFile(file, await makePdf({ text: 'FAIS disclosure, signed' }))
      await page.upload(file)
      await page.waitForText('main', 'letter-signed.pdf')
      await page.press('Next: Review Application')
      await page.waitForHeading('Review Your Application')
    })
    await test.step('checks, confirms and submits', async () => {
      await page.waitForText('main', 'Thandiwe Nkosi')
      await page.waitForText('main', '29 February 1980')
      await page.waitForText('main', 'R 860 000.50')
      await page.tickAll('main input[type=checkbox]')
      await page.press('Submit Application')
      await page.waitForHeading('Application Submitted Successfully!')
    })
    await test.step('comes home', async () => {
      await page.reload()
      await page.waitForHeading('Application Submitted Successfully!')
      await page.waitForText('main', manager.fullName)
      await page.press('Return to Login')
      await page.waitForHeading('Sign In')
    })
  } finally {
    await page.close()
  }
})

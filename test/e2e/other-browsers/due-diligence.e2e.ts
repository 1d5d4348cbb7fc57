import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { exposureQuestions } from '#features/due-diligence/rules/positions.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { addClient, addManager } from '#test/support/e2e/people.ts'
import { DrivenPage } from '#test/support/e2e/driven-page.ts'
import { makePdf } from '#test/support/files.ts'

test.setTimeout(240_000)
test.use({ variables: { FICA_PACK: 'on' } })

test('a client does the due diligence tasks in another browser, with a reload in the middle', async ({
  product,
}, testInfo) => {
  const answers = { ...completeAnswers('thandiwe@people.example'), fullName: 'Thandiwe Nkosi' }
  const manager = await addManager(product.context)
  const client = await addClient(product.context, { manager, answers })
  const page = await DrivenPage.open()
  const file = path.join(testInfo.outputPath(), 'scan.pdf')
  await mkdir(testInfo.outputPath(), { recursive: true })
  await writeFile(file, await makePdf({ text: 'Scan' }))

  const doTask = (label: string, answer: () => Promise<void>) =>
    test.step(label, async () => {
      await page.press(label)
      await page.waitForHeading(label)
      await answer()
      await page.tickAll('main input[type=checkbox]:not([name=lost])')
      await page.press('Send')
      await page.waitForHeading('Your FICA documents')
    })
  /** Uploads the paper of a task, dated with the first of this year's months. */
  const upload = async (paper: string, isDated: boolean) => {
    await page.pick('Which document do you have?', paper)
    if (isDated) {
      await page.choose('Year', String(new Date().getFullYear()))
      await page.choose('Month', 'January')
      await page.choose('Day', '1')
    }
    await page.upload(file)
    await page.waitForText('main', 'scan.pdf')
  }

  try {
    await page.goTo(product.url)
    await page.type('Email Address', client.username)
    await page.type('Password', client.password)
    await page.press('Sign In')
    await page.waitForText('main', 'Personal')
    await page.goTo(`${product.url}/pack`)
    await page.waitForText('main', 'Six checks, about 19 minutes')

    await doTask('Proof of identity', async () => {
      await page.choose('Country of birth', 'South Africa')
      await upload('Smart ID card, both sides', false)
    })
    await doTask('Political exposure', async () => {
      const { domestic, ...others } = exposureQuestions
      await page.pick(domestic.text, 'Yes')
      await page.type('Position', 'Municipal manager')
      await page.type('Year it began', '20')
      await page.reload()
      await page.waitForHeading('Political exposure')
      await expect.poll(() => page.value('Year it began')).toBe('20')
      expect(await page.value('Position')).toBe('Municipal manager')
      await page.type('Year it began', '2009')
      for (const { text } of Object.values(others)) await page.pick(text, 'No')
    })
    await doTask('Bank account', async () => {
      await page.choose('Bank', 'Capitec')
      await page.type('Account number', '1234567890')
      await page.pick('Type of account', 'Savings account')
      await page.pick('Is this your own account?', 'Yes')
      await upload('Bank statement', true)
    })
    await doTask('Tax residency', () => page.pick('Are you a United States person for tax?', 'No'))
    await page.waitForText('main', '4 of 6 done')
  } finally {
    await page.close()
  }
})

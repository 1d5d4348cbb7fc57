import { expect, test, type Page } from '@playwright/test'
import { button, choose, expectNotification, expectProblems, group, notification, section } from '../forms.ts'
import { pressInHeader } from '../header.ts'
import {
  chooseFiles,
  dropFiles,
  expectUploaded,
  fileList,
  openUploader,
  uploadButton,
  type GivenFile,
} from '../uploads.ts'
import { expectStep, goOn, nextLabels, openSections } from '../wizard.ts'
import { MEGABYTE, realFile, reload, textFile, type Journey } from './journey.ts'
import { chosenPassword } from './password.ts'

const PAYSLIPS = 'Payslips'
const RISK = 'Risk benefit statement'

function questions(page: Page) {
  const main = page.getByRole('main')
  return {
    occupation: main.getByLabel('Occupation', { exact: true }),
    industry: main.getByLabel('Industry'),
    employer: main.getByLabel('Employer Name'),
    income: main.getByLabel('Annual Income'),
    taxNumber: main.getByLabel('Tax Income Number'),
    aidCompany: main.getByLabel('Medical Aid Company'),
    aidPlan: main.getByLabel('Medical Aid Plan'),
    will: group(main, 'Do you have a will?'),
    willInstitution: main.getByLabel('Will Institution'),
  }
}

/** @returns the files that stay on the application */
export async function completeEmployment(
  journey: Journey,
): Promise<{ payslips: GivenFile[]; risk: GivenFile }> {
  const { page } = journey
  const ask = questions(page)

  await test.step('has its sections, and names what is left out', async () => {
    for (const title of [
      'Occupation Details',
      'Tax Information',
      'Medical Aid',
      'Insurance Through Employer',
      'Will Information',
    ]) {
      await expect(section(page, title)).toBeVisible()
    }
    await button(page, nextLabels.employment).click()
    await expectProblems(page, [
      { field: ask.occupation, message: 'Occupation is required' },
      { field: ask.income, message: 'Annual income is required' },
      { field: ask.taxNumber, message: 'Tax income number is required' },
      { field: ask.aidCompany, message: 'Medical Aid Company is required' },
      { field: ask.aidPlan, message: 'Medical Aid Plan is required' },
      {
        field: ask.will,
        control: ask.will.getByRole('radio').first(),
        message: 'Please choose whether you have a will',
      },
    ])
  })

  await test.step('asks the self-employed for six months of payslips', async () => {
    await openUploader(page, PAYSLIPS)
    await expect(
      page.getByText('If you earn a salary, please upload your most recent payslip.'),
    ).toBeVisible()
    await ask.occupation.fill('Self-employed civil engineer')
    await expect(
      page.getByText('As you’re self-employed, please upload six months of recent payslips.'),
    ).toBeVisible()
  })

  await test.step('the income is read when it is left: letters are pointed out, a decimal comma is none', async () => {
    await ask.income.pressSequentially('1234567,89 rand')
    await ask.industry.click()
    await expect(ask.income).toHaveAccessibleDescription(/Error: Annual Income: Enter the amount in figures/u)
    await ask.income.fill('1234567,89')
    await ask.industry.click()
    await expect(ask.income).toHaveValue('1 234 567.89')
    await expect(ask.income).not.toHaveAccessibleDescription(/Error/u)
  })

  await ask.industry.fill('Construction')
  await ask.employer.fill('Van der Merwe & Daughters (Pty) Ltd')
  await ask.aidCompany.fill('Bonitas')
  await ask.aidPlan.fill('BonComprehensive')

  await test.step('a tax number that looks wrong is pointed out', async () => {
    await ask.taxNumber.fill('2449494160')
    await ask.aidPlan.click()
    await expect(ask.taxNumber).toHaveAccessibleDescription(
      /This isn’t a valid South African income tax number \(10 digits\)\. Please check it\./u,
    )
    await ask.taxNumber.fill('0001/339/050')
    await ask.aidPlan.click()
    await expect(ask.taxNumber).not.toHaveAccessibleDescription(/isn’t a valid/u)
  })

  await test.step('the institution is asked for only where there is a will', async () => {
    await expect(ask.willInstitution).toHaveCount(0)
    await choose(page, 'Do you have a will?', 'Yes')
    await ask.willInstitution.fill('Standard Trust Ltd')
  })

  const payslips = await uploadPayslips(page)
  const risk = await uploadRiskStatement(page)

  await test.step('a reload in the middle keeps what is typed and what was uploaded', async () => {
    await reload(page, 'employment')
    await expect(ask.income).toHaveValue('1 234 567.89')
    await expect(ask.willInstitution).toHaveValue('Standard Trust Ltd')
    await expectUploaded(
      page,
      PAYSLIPS,
      payslips.map(({ name }) => name),
    )
    await expectUploaded(page, RISK, [risk.name])
  })

  await signOutAndResume(journey)
  await goOn(page, 'employment')
  return { payslips, risk }
}

async function uploadPayslips(page: Page): Promise<GivenFile[]> {
  const march = await realFile('payslip march', 'application/pdf')
  const april = await realFile('payslip april', 'image/jpeg', 300_000)
  const may = await realFile('payslip may', 'image/png')

  await test.step('payslips: what is no document is skipped, the rest taken', async () => {
    await chooseFiles(page, PAYSLIPS, [textFile])
    await expectNotification(
      page,
      'Invalid file type',
      'notes.txt is not a valid format. Please upload PDF or image files.',
    )
    const large = await realFile('scan', 'application/pdf', 2 * MEGABYTE + 1)
    await chooseFiles(page, PAYSLIPS, [march, large])
    await expectUploaded(page, PAYSLIPS, [march.name])
    await expect(
      page.getByText('scan.pdf is larger than 2MB. Please compress the file and try again.').first(),
    ).toBeVisible()
  })

  await test.step('payslips: six at most', async () => {
    const six = await Promise.all(
      ['1', '2', '3', '4', '5', '6'].map((number) => realFile(`payslip ${number}`, 'application/pdf')),
    )
    await chooseFiles(page, PAYSLIPS, six)
    await expectNotification(page, 'Too many files', 'You can only upload 6 payslips maximum.')
    await expectUploaded(page, PAYSLIPS, [march.name])
  })

  await test.step('payslips: the very size that is allowed, two at once', async () => {
    await chooseFiles(page, PAYSLIPS, [april, may])
    await expectNotification(page, 'Upload successful', '2 payslip(s) uploaded successfully.')
    await expectUploaded(page, PAYSLIPS, [march.name, april.name, may.name])
  })

  await test.step('payslips: one is looked at, one removed', async () => {
    const files = fileList(page, PAYSLIPS)
    await button(files, `Preview ${may.name}`).click()
    const preview = page.getByRole('dialog', { name: may.name })
    await expect(preview.getByRole('img', { name: `Uploaded file ${may.name}` })).toBeVisible()
    await button(preview, 'Close').last().click()
    await expect(button(files, `Preview ${may.name}`)).toBeFocused()

    await button(files, `Remove ${march.name}`).click()
    await expectNotification(page, 'File removed', 'Payslip has been removed from your application.')
    await expectUploaded(page, PAYSLIPS, [april.name, may.name])
    await button(notification(page, 'File removed'), 'Undo').click()
    await expectNotification(page, 'File restored', `${march.name} is part of your application again.`)
    await expectUploaded(page, PAYSLIPS, [march.name, april.name, may.name])
    await button(files, `Remove ${march.name}`).click()
    await expectNotification(page, 'File removed', 'Payslip has been removed from your application.')
    await expectUploaded(page, PAYSLIPS, [april.name, may.name])
  })
  return [april, may]
}

async function uploadRiskStatement(page: Page): Promise<GivenFile> {
  const first = await realFile('old cover', 'application/pdf')
  const statement = await realFile('group cover', 'application/pdf', 2 * MEGABYTE)
  await test.step('risk benefit statement: one, and no more', async () => {
    await dropFiles(page, RISK, [first, statement])
    await expectNotification(
      page,
      'Too many files',
      'Maximum 1 files allowed. You can upload 1 more file(s).',
    )
    await chooseFiles(page, RISK, [first])
    await expectNotification(page, 'Upload successful', '1 risk benefit statement(s) uploaded successfully.')
    await expect(uploadButton(page, RISK)).toBeDisabled()
    await expect(page.getByText('To upload another file, please remove this one first.')).toBeVisible()
  })

  await test.step('risk benefit statement: removed, and another taken', async () => {
    await button(fileList(page, RISK), `Remove ${first.name}`).click()
    await expectNotification(page, 'File removed', 'Risk benefit statement has been removed.')
    await expect(uploadButton(page, RISK)).toBeFocused()
    await chooseFiles(page, RISK, [statement])
    await expectUploaded(page, RISK, [statement.name])
  })
  return statement
}

/** Signs out during the step; another device continues, and then this one. */
async function signOutAndResume({ page, client, openBrowser }: Journey): Promise<void> {
  await test.step('Save & Sign Out keeps it for any device', async () => {
    await pressInHeader(page, 'Save & Sign Out')
    await expect(page).toHaveURL('/auth')
    await expectNotification(page, 'Progress Saved', 'You can carry on where you left off, on any device.')
    const elsewhere = await openBrowser()
    for (const device of [elsewhere.page, page]) {
      await device.goto('/auth')
      await device.getByLabel('Email Address').fill(client.username)
      await device.getByLabel('Password', { exact: true }).fill(chosenPassword)
      await button(device, 'Sign In').click()
      await expectStep(device, 'employment')
      await openSections(device)
      const ask = questions(device)
      await expect(ask.occupation).toHaveValue('Self-employed civil engineer')
      await expect(ask.income).toHaveValue('1 234 567.89')
      await expect(ask.taxNumber).toHaveValue('0001339050')
      await expect(ask.will.getByLabel('Yes')).toBeChecked()
    }
    await elsewhere.page.close()
  })
}

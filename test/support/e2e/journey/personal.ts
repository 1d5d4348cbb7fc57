import { expect, test, type Page } from '@playwright/test'
import { button, choose, expectNoProblems, expectProblems, group, section } from '../forms.ts'
import { goOn, nextLabels } from '../wizard.ts'
import { reload, type Journey } from './journey.ts'

/** The questions of Personal Details. */
function questions(page: Page) {
  const about = section(page, 'About You')
  const family = section(page, 'Family')
  const identification = section(page, 'Identification')
  const contact = section(page, 'Contact')
  const birth = group(identification, 'Date of Birth')
  const child = (number: number) => {
    const box = page.getByRole('group', { name: `Child ${number}`, exact: true })
    return { fullName: box.getByLabel('Full Name'), idNumber: box.getByLabel('ID Number') }
  }
  return {
    about,
    family,
    identification,
    contact,
    birth,
    day: birth.getByLabel('Day'),
    month: birth.getByLabel('Month'),
    year: birth.getByLabel('Year'),
    child,
    salutation: about.getByLabel('Salutation'),
    fullName: about.getByLabel('Full Name'),
    education: about.getByLabel('Highest Education'),
    registration: about.getByLabel('Professional Registration Number'),
    maritalStatus: family.getByLabel('Marital Status'),
    marriageType: group(family, 'Marriage Type'),
    childCount: family.getByLabel('How many children?'),
    nationality: group(identification, 'Nationality'),
    idDocumentType: identification.getByLabel('ID Document Type'),
    idNumber: identification.getByLabel('ID Number'),
    issuingCountry: group(identification, 'Issuing Country'),
    mobileNumber: contact.getByLabel('Mobile Number'),
    emailAddress: contact.getByLabel('Email Address'),
  }
}

const next = nextLabels.personal

export async function completePersonal({ page, client }: Journey): Promise<void> {
  const ask = questions(page)

  await test.step('begins with what is known: the e-mail address, and the defaults', async () => {
    await expect(
      page.getByText(
        'Please provide your personal information as it appears on your official identification documents',
      ),
    ).toBeVisible()
    await expect(ask.emailAddress).toHaveValue(client.username)
    await expect(ask.maritalStatus).toHaveValue('single')
    await expect(ask.education).toHaveValue('matric')
    await expect(group(ask.family, 'Do you have children?').getByLabel('No')).toBeChecked()
    await expect(group(ask.about, 'Do you smoke?').getByLabel('No')).toBeChecked()
    await expect(ask.mobileNumber).toHaveAttribute('placeholder', '+27 XX XXX XXXX')
    await expect(ask.marriageType).toHaveCount(0)
    await expect(ask.registration).toHaveCount(0)
    await expect(ask.childCount).toHaveCount(0)
    await expect(button(page, 'Back')).toBeDisabled()
    await expect(button(page, 'Save & Back to Review')).toHaveCount(0)
  })

  await test.step('every question that is left out is named, beside it and in the summary', async () => {
    await ask.emailAddress.fill('no one at home')
    await choose(ask.family, 'Do you have children?', 'Yes')
    await button(page, next).click()
    await expectProblems(page, [
      { field: ask.idNumber, message: 'ID number is required' },
      { field: ask.idDocumentType, message: 'ID document type is required' },
      {
        field: ask.issuingCountry,
        control: ask.issuingCountry.getByRole('radio').first(),
        message: 'Issuing country is required',
      },
      { field: ask.birth, control: ask.day, message: 'Date of birth is required' },
      {
        field: ask.nationality,
        control: ask.nationality.getByRole('radio').first(),
        message: 'Nationality is required',
      },
      { field: ask.salutation, message: 'Salutation is required' },
      { field: ask.fullName, message: 'Full name is required' },
      { field: ask.childCount, message: 'Please choose how many children you have' },
      { field: ask.mobileNumber, message: 'Mobile number is required' },
      { field: ask.emailAddress, message: 'Valid email is required' },
    ])
  })

  await test.step('what is answered is no longer wrong; a marriage and a profession ask for more', async () => {
    await ask.salutation.selectOption('Dr')
    await ask.fullName.fill('Nomvula Grace van der Merwe')
    await ask.education.selectOption('Professional qualification')
    await ask.registration.fill('ECSA 2006 0123')
    await choose(ask.about, 'Do you smoke?', 'Yes')
    await ask.maritalStatus.selectOption('Married')
    await choose(ask.family, 'Marriage Type', 'ANC with Accrual')
    await choose(ask.identification, 'Nationality', 'South African')
    await ask.idDocumentType.selectOption('South African ID')
    await choose(ask.identification, 'Issuing Country', 'South Africa')
    await ask.emailAddress.fill('nomvula@people.example')
  })

  await test.step('no 31 February can be made', async () => {
    await ask.month.selectOption('January')
    await ask.day.selectOption('31')
    await ask.month.selectOption('February')
    await expect(ask.day).toHaveValue('')
    await expect(ask.birth).toHaveAccessibleDescription(
      /February has no day 31\. Please choose the day again\./u,
    )
    await expect(ask.day.getByRole('option')).toHaveCount(1 + 29)
    await ask.year.selectOption('1981')
    await expect(ask.day.getByRole('option')).toHaveCount(1 + 28)
    const years = ask.year.getByRole('option')
    await expect(years.nth(1)).toHaveText(String(new Date().getFullYear()))
    await expect(years.last()).toHaveText('1920')
  })

  await test.step('each child is asked about; a smaller number and back loses nothing', async () => {
    await ask.childCount.selectOption('3')
    await button(page, next).click()
    await expectProblems(page, [
      { field: ask.idNumber, message: 'ID number is required' },
      { field: ask.birth, control: ask.day, message: 'Date of birth is required' },
      ...[1, 2, 3].flatMap((number) => [
        { field: ask.child(number).fullName, message: "Child's full name is required" },
        { field: ask.child(number).idNumber, message: "Child's ID number is required" },
      ]),
      { field: ask.mobileNumber, message: 'Mobile number is required' },
    ])
    await ask.child(1).fullName.fill('Anele van der Merwe')
    await ask.child(1).idNumber.fill('1203045009081')
    await ask.child(3).fullName.fill('Not Ours')
    await ask.childCount.selectOption('2')
    await ask.child(2).fullName.fill('Zola van der Merwe')
    await ask.child(2).idNumber.fill('150607 5009 088')
    await expect(ask.child(1).fullName).toHaveValue('Anele van der Merwe')
    await expect(ask.child(3).fullName).toHaveCount(0)
  })

  await test.step('a reload in the middle keeps what is typed', async () => {
    await reload(page, 'personal')
    await expect(ask.salutation).toHaveValue('dr')
    await expect(ask.fullName).toHaveValue('Nomvula Grace van der Merwe')
    await expect(ask.registration).toHaveValue('ECSA 2006 0123')
    await expect(ask.month).toHaveValue('02')
    await expect(ask.year).toHaveValue('1981')
    await expect(ask.marriageType.getByLabel('ANC with Accrual')).toBeChecked()
    await expect(ask.child(2).idNumber).toHaveValue('150607 5009 088')
    await expect(ask.emailAddress).toHaveValue('nomvula@people.example')
  })

  await test.step('numbers that look wrong are pointed out, and stop no one', async () => {
    await ask.idNumber.fill('9202204720082')
    await ask.mobileNumber.fill('021 555 0140')
    await ask.fullName.click()
    await expect(ask.idNumber).toHaveAccessibleDescription(
      /This isn’t a valid South African ID number\. Please check it against your ID card or book\./u,
    )
    await expect(ask.mobileNumber).toHaveAccessibleDescription(
      /This isn’t a valid South African mobile number\. Please check it\./u,
    )
    await ask.idNumber.fill('8001015009087')
    await expect(ask.identification).toContainText(
      'From your ID number: South African ID · 1 January 1980 · South African · South Africa',
    )
    await expect(ask.birth).toHaveCount(0)
    await button(page, 'Change what your ID number says').click()
    await expect(ask.birth).toHaveAccessibleDescription(/From your ID number/u)
    await ask.day.selectOption('2')
    await expect(ask.month).toHaveValue('01')
    await expect(ask.year).toHaveValue('1980')
    await ask.fullName.click()
    await expect(ask.birth).toHaveAccessibleDescription(
      /According to your ID number, it’s 1 January 1980\. Please check both\./u,
    )
    await expect(ask.idNumber).toHaveAccessibleDescription(
      /This ID number doesn’t match your date of birth\. Please check both\./u,
    )
    await ask.day.selectOption('1')
    await ask.mobileNumber.fill('082 123 4567')
    await ask.child(1).idNumber.fill('1203045009082')
    await ask.fullName.click()
    await expect(ask.idNumber).not.toHaveAccessibleDescription(/agree/u)
    await expect(ask.mobileNumber).not.toHaveAccessibleDescription(/isn’t a valid/u)
    await expect(ask.child(1).idNumber).toHaveAccessibleDescription(
      /This isn’t a valid South African ID number\. Please check it\./u,
    )
    await expectNoProblems(page)
  })

  await goOn(page, 'personal')
  await expect(page.getByRole('status').filter({ hasText: /^Saved \d\d:\d\d$/u })).toBeVisible()
}

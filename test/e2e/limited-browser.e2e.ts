import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, choose } from '#test/support/e2e/forms.ts'
import { pressInHeader } from '#test/support/e2e/header.ts'
import { addClient, signIn } from '#test/support/e2e/people.ts'
import { openAsAdmin } from '#test/support/e2e/staff.ts'
import { readStored } from '#test/support/e2e/stored-application.ts'
import { expectStep, goOn, openSections } from '#test/support/e2e/wizard.ts'

test.describe.configure({ mode: 'parallel' })

const answers = completeAnswers('thandiwe@people.example')

test('a browser that blocks cookies gets an error at sign-in, and nothing is sent', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false }),
  )
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url())
  })
  await page.goto('/')
  await expect(page.getByRole('alert').filter({ hasText: 'Cookies are blocked' })).toContainText(
    'Please allow cookies for this site in your browser settings, then reload the page.',
  )
  await page.getByLabel('Email Address').fill('thandiwe@people.example')
  await page.getByLabel('Password', { exact: true }).fill('four quiet herons wading')
  await button(page, 'Sign In').click()
  await expect(page.getByText('you can’t sign in without them')).toHaveCount(2)
  expect(sent).toEqual([])
})

test.describe('a browser that refuses to store anything', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      const refuse = () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      }
      for (const name of ['sessionStorage', 'localStorage'])
        Object.defineProperty(window, name, { get: refuse })
    })
  })

  test('opens the wizard, saves, goes back, and signs out', async ({ page, product }) => {
    const client = await addClient(product.context, { currentStep: 'address', answers })
    await signIn(page.context(), client)
    await page.goto('/')
    await expectStep(page, 'address')
    await page.getByLabel('City').fill('Makhanda')
    await goOn(page, 'address')
    await button(page, 'Back').click()
    await expectStep(page, 'address')
    await expect(page.getByLabel('City')).toHaveValue('Makhanda')
    expect((await readStored(product.context, client.id)).answers.city).toBe('Makhanda')
    await pressInHeader(page, 'Save & Sign Out')
    await expect(page).toHaveURL('/auth')
  })

  test("opens an administrator's list", async ({ page, product }) => {
    await openAsAdmin(page, product)
    await pressInHeader(page, 'Sign Out')
    await expect(page).toHaveURL('/auth')
  })
})

test('choosing no children clears their details: yes again gives blank entries', async ({
  page,
  product,
}) => {
  const childrenDetails = [{ fullName: 'Lwazi Nkosi', idNumber: null }]
  await signIn(
    page.context(),
    await addClient(product.context, {
      currentStep: 'personal',
      answers: { ...answers, hasChildren: true, childrenDetails },
    }),
  )
  await page.goto('/')
  await expectStep(page, 'personal')
  await openSections(page)
  const count = page.getByLabel('How many children?')
  const child = page.getByRole('group', { name: 'Child 1' }).getByLabel('Full Name')
  await expect(child).toHaveValue('Lwazi Nkosi')
  await choose(page, 'Do you have children?', 'No')
  await expect(count).toHaveCount(0)
  await choose(page, 'Do you have children?', 'Yes')
  await expect(count).toHaveValue('')
  await count.selectOption('1')
  await expect(child).toHaveValue('')
})

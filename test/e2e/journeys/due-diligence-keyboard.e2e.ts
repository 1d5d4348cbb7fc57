import type { Page } from '@playwright/test'
import type { Answers } from '#features/applications/rules/wizard/answers.ts'
import { exposureQuestions } from '#features/due-diligence/rules/positions.ts'
import {
  HAND_IN_STATEMENT,
  taskNames,
  tasks as taskLabels,
  type TaskName,
} from '#features/due-diligence/rules/tasks.ts'
import { dayOf } from '#base/rules/time/dates.ts'
import { completeDrafts } from '#test/support/due-diligence.ts'
import { findViolations } from '#test/support/e2e/axe.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, group } from '#test/support/e2e/forms.ts'
import { realFile } from '#test/support/e2e/journey/journey.ts'
import { Keyboard } from '#test/support/e2e/keyboard.ts'
import { allPapers, fullAnswers, sit } from '#test/support/e2e/sitter.ts'
import { expectUploaded, uploadButton } from '#test/support/e2e/uploads.ts'

/** People whose case is not the usual one do their tasks on a narrow phone, by keyboard alone. */

test.setTimeout(180_000)
test.use({
  variables: { FICA_PACK: 'on' },
  viewport: { width: 360, height: 740 },
  // Tracing screenshots at each of some hundred keys would take longer than the test.
  trace: { mode: 'on-first-retry', snapshots: false, screenshots: false },
})

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

interface Client {
  page: Page
  keys: Keyboard
}

/** Opens a task from the list, does it, and hands it in. */
async function doTask({ page, keys }: Client, label: string, answer: () => Promise<void>): Promise<void> {
  await test.step(label, async () => {
    const item = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: label }) })
    await keys.activate(item.getByRole('link', { name: label }))
    await expect(page.getByRole('heading', { level: 1, name: label })).toBeFocused()
    await answer()
    expect(await findViolations(page)).toEqual([])
    await keys.activate(page.getByRole('checkbox', { name: HAND_IN_STATEMENT }), { key: 'Space' })
    await keys.activate(button(page, 'Send'))
    await expect(item).toContainText('We are looking at it')
  })
}

/** Enters a day in South Africa (yyyy-MM-dd). */
async function enterDate({ page, keys }: Client, label: string, day: string): Promise<void> {
  const [year = '', month = '', date = ''] = day.split('-')
  const fields = group(page, label)
  await keys.select(fields.getByLabel('Day'), String(Number(date)))
  await keys.select(fields.getByLabel('Month'), MONTHS[Number(month) - 1] ?? '')
  await keys.select(fields.getByLabel('Year'), year)
}

async function upload({ page, keys }: Client, label: string): Promise<void> {
  const file = await realFile(label.slice(0, 4), 'image/png')
  await (await keys.browse(uploadButton(page, label))).setFiles([file])
  await expectUploaded(page, label, [file.name])
}

/** Says why there is no document. */
async function without({ page, keys }: Client, why: string): Promise<void> {
  await keys.activate(page.locator('summary', { hasText: 'I don’t have one of these documents' }))
  await keys.type(page.getByLabel('I don’t have it because'), why)
}

/** A date in the future is refused before the upload. The years on offer end with this one. */
async function refuseFutureDate(client: Client, today: string): Promise<void> {
  const future = `${today.slice(0, 4)}-12-31`
  if (future === today) return
  const { page, keys } = client
  const date = group(page, 'Date on the document')
  await enterDate(client, 'Date on the document', future)
  await expect(date).toHaveAccessibleDescription(/This date is in the future/u)
  await expect(uploadButton(page, 'Bank statement')).toBeDisabled()
  expect(await findViolations(page)).toEqual([])
  await keys.to(date.getByLabel('Day'), { back: true })
}

test('a refugee reaches 6 of 6 at 360 px by keyboard', async ({ page, product }) => {
  const answers = { idDocumentType: 'permit', idNumber: 'CTRDRC/001234/25', nationality: 'other' } as const
  const fullName = 'Sizwe Ndayisenga'
  await sit(page, product, {
    answers: { ...fullAnswers, ...answers, fullName },
    handedIn: allPapers,
    status: 'submitted',
  })
  await page.goto('/pack')
  await expect(page.getByRole('main')).toContainText('Six checks, about 19 minutes')
  const client = { page, keys: new Keyboard(page) }
  const { keys } = client
  const today = dayOf(new Date())

  await doTask(client, 'Proof of identity', async () => {
    await keys.choose(group(page, 'For whom are you opening this account?'), 'Myself')
    await keys.choose(group(page, 'Your status in South Africa'), 'Refugee')
    await keys.type(page.getByLabel('File number'), answers.idNumber)
    await keys.select(page.getByLabel('Citizenship', { exact: true }), 'Burundi')
    await keys.select(page.getByLabel('Country of birth'), 'Burundi')
    await keys.choose(group(page, 'Which document do you have?'), 'Refugee ID')
    await expect(uploadButton(page, 'Refugee ID')).toBeDisabled()
    await enterDate(client, 'Expiry date (Refugee ID)', `${Number(today.slice(0, 4)) + 2}-03-31`)
    await upload(client, 'Refugee ID')
    await without(client, 'Home Affairs has not sent the recognition letter yet.')
  })

  await doTask(client, 'Proof of address', async () => {
    await keys.choose(group(page, 'Do you have a document'), 'No')
    await keys.type(page.getByLabel('Whose name is on the document?'), 'Ruth Mokoena')
    await without(client, 'We live in an informal settlement.')
  })

  await doTask(client, 'Bank account', async () => {
    await keys.select(page.getByLabel('Bank', { exact: true }), 'Capitec')
    await keys.type(page.getByLabel('Account number'), '1234567890')
    await keys.choose(group(page, 'Type of account'), 'Savings account')
    await keys.choose(group(page, 'Is this your own account?'), 'Yes')
    await keys.choose(group(page, 'Which document do you have?'), 'Bank statement')
    await refuseFutureDate(client, today)
    await enterDate(client, 'Date on the document', today)
    await upload(client, 'Bank statement')
  })

  await doTask(client, 'Source of funds and wealth', async () => {
    await keys.choose(group(page, 'What is the money for?'), 'Retirement')
    await keys.type(page.getByLabel('How much do you expect to invest at first?'), '500000')
    await keys.type(page.getByLabel('How much do you expect to add each year?'), '0')
    await keys.select(page.getByLabel('Source', { exact: true }), 'Salary or bonus')
    await keys.type(page.getByLabel('Amount', { exact: true }), '860000')
  })

  await doTask(client, 'Political exposure', async () => {
    for (const { text } of Object.values(exposureQuestions)) await keys.choose(group(page, text), 'No')
  })

  await doTask(client, 'Tax residency', async () => {
    await keys.choose(group(page, 'Are you a United States person for tax?'), 'No')
  })

  await expectComplete(page)
})

async function expectComplete(page: Page): Promise<void> {
  await expect(page.getByRole('main')).toContainText('6 of 6 done')
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
}

/** Hands in the tasks that are not tried here, without their papers. */
async function handInOthers(page: Page, tried: readonly TaskName[]): Promise<void> {
  for (const task of taskNames.filter((name) => !tried.includes(name))) {
    const withoutPaper = task === 'exposure' ? {} : { withoutPaper: 'It is at the branch.' }
    const address = `/api/application/pack/${task}`
    const saved = await page.request.put(address, { data: { ...completeDrafts[task], ...withoutPaper } })
    expect(saved.ok(), await saved.text()).toBe(true)
    const handedIn = await page.request.post(`${address}/hand-in`, { data: { accurate: true } })
    expect(handedIn.ok(), await handedIn.text()).toBe(true)
  }
}

interface Person {
  answers: Partial<Answers>
  /** The tasks that are done by keyboard. */
  tasks: Partial<Record<TaskName, (client: Client) => Promise<void>>>
}

/** What the application suggests is in one line, until it is changed. */
const proveSelf = async ({ page, keys }: Client) => {
  await keys.activate(button(page, 'Change for whom you apply and your citizenship'))
  await keys.choose(group(page, 'For whom are you opening this account?'), 'Myself')
  await keys.choose(group(page, 'Your status in South Africa'), 'South African citizen')
  await keys.select(page.getByLabel('Country of birth'), 'South Africa')
}

const chooseIdCard = async (client: Client) => {
  await client.keys.choose(group(client.page, 'Which document do you have?'), 'Smart ID card, both sides')
  await upload(client, 'Smart ID card, both sides')
}

const people: Record<string, Person> = {
  'a guardian of a child': {
    answers: { fullName: 'Neo Mahlangu', dateOfBirth: '2017-05-04', idNumber: '1705045009083' },
    tasks: {
      identity: async (client) => {
        const { page, keys } = client
        await keys.choose(group(page, 'For whom are you opening this account?'), 'A child')
        await keys.type(page.getByLabel('Your full name'), 'Grace Mahlangu')
        await keys.type(page.getByLabel('Your ID or passport number'), '8001015009087')
        await enterDate(client, 'Your date of birth', '1980-01-01')
        await keys.choose(group(page, 'You are the child’s'), 'Guardian appointed by a court')
        await keys.choose(group(page, 'Their status in South Africa'), 'South African citizen')
        await keys.select(page.getByLabel('Country of birth'), 'South Africa')
        await upload(client, 'Unabridged birth certificate')
        await upload(client, 'Parent’s or guardian’s ID or passport')
        await upload(client, 'Court order')
      },
    },
  },
  'a citizen of two countries with a tax number in one': {
    answers: { fullName: 'Pieter van Wyk' },
    tasks: {
      identity: async (client) => {
        const { page, keys } = client
        await proveSelf(client)
        await keys.activate(button(page, 'Add another citizenship'), { back: true })
        await keys.select(page.getByLabel('Citizenship 2', { exact: true }), 'United Kingdom')
        await chooseIdCard(client)
      },
      tax: async ({ page, keys }) => {
        await keys.activate(button(page, 'Add another country'))
        const second = page.getByRole('group', { name: 'Tax residency 2' })
        await keys.select(second.getByLabel('Country 2'), 'United Kingdom')
        await keys.choose(group(second, 'I have no tax number there because'), 'I could not get one')
        await keys.type(second.getByLabel('Why could you not get one?'), 'I left before I was employed.')
        await keys.choose(group(page, 'Are you a United States person for tax?'), 'No')
      },
    },
  },
  'a client whose name changed by marriage': {
    answers: { fullName: 'Nomsa Khumalo' },
    tasks: {
      identity: async (client) => {
        const { page, keys } = client
        await proveSelf(client)
        await keys.activate(button(page, 'Add a name'))
        await keys.type(page.getByLabel('Other name 1'), 'Nomsa Dlamini')
        await expect(page.getByLabel('What kind of name is it?')).toHaveValue('maiden')
        await chooseIdCard(client)
      },
    },
  },
}

for (const [who, { answers, tasks }] of Object.entries(people)) {
  test(`${who} reaches 6 of 6 at 360 px by keyboard`, async ({ page, product }) => {
    await sit(page, product, {
      answers: { ...fullAnswers, ...answers },
      handedIn: allPapers,
      status: 'submitted',
    })
    await handInOthers(page, Object.keys(tasks) as TaskName[])
    await page.goto('/pack')
    const client = { page, keys: new Keyboard(page) }
    for (const [task, answer] of Object.entries(tasks)) {
      await doTask(client, taskLabels[task as TaskName].label, () => answer(client))
    }
    await expectComplete(page)
  })
}

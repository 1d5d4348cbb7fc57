import { expect, type Locator, type Page } from '@playwright/test'
import { correctionReasons, type CorrectionReason } from '#features/applications/rules/round/reasons.ts'
import type { Answers } from '#features/applications/rules/wizard/answers.ts'
import type { ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import type { BodyOf } from '#base/rules/api/contract.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeDocument } from '#app/demo/factories/documents.ts'
import { makePng } from '#test/support/files.ts'
import { button } from './forms.ts'
import { addManager, signIn, type Manager, type Person } from './people.ts'
import type { Product } from './product.ts'
import { dialog, openTopic, part } from './staff.ts'

const HOUR_MS = 3_600_000
const password = 'four quiet herons wading'

/** A correction item and its reason. */
export type Asked = BodyOf<'POST /api/admin/applications/{id}/corrections/items'>

/** A client and the manager who reviews the application. */
export interface UnderReview {
  manager: Manager
  client: Person
  applicationId: string
  payslipId: string
  /** The manager's review page. */
  review: string
}

/** Every client's tax number here. */
export const TAX_NUMBER = '0001339050'

/** The default item. */
export const taxNumber: Asked = {
  subject: { kind: 'answer', path: 'taxIncomeNumber' },
  reason: 'does-not-agree',
  comment: 'SARS has another number for you.',
}

/** A client who submitted an application with a payslip an hour ago. */
export async function addUnderReview(
  { context }: Product,
  {
    fullName = 'Thandiwe Nkosi',
    status = 'submitted',
    answers,
    ...given
  }: {
    fullName?: string
    status?: ApplicationStatus
    answers?: Partial<Answers>
    manager?: Manager
  } = {},
): Promise<UnderReview> {
  const manager = given.manager ?? (await addManager(context))
  const { id, username, applicationId } = await makeClient(context, {
    password,
    fullName,
    wealthManagerId: manager.id,
    application: { status, answers: { ...answers, taxIncomeNumber: TAX_NUMBER } },
  })
  const payslip = await makeDocument(context, {
    ownerId: id,
    applicationId,
    contentType: 'image/png',
    bytes: makePng(),
    kind: 'payslip',
    name: 'Payslip March.png',
    // Uploaded before the request.
    uploadedAt: new Date(context.now().getTime() - HOUR_MS),
  })
  return {
    manager,
    client: { id, username, password },
    applicationId,
    payslipId: payslip.id,
    review: `/wealth-manager/review?application=${applicationId}`,
  }
}

const correctionsOf = ({ applicationId }: UnderReview) =>
  `/api/admin/applications/${applicationId}/corrections`

/** A session with or without a browser. */
type Caller = Pick<Page, 'request'>

/** Sends a request as the manager without the page. The session is the manager's afterwards. */
export async function askFor(
  { request }: Caller,
  whose: UnderReview,
  asked: readonly Asked[],
): Promise<void> {
  await signIn({ request }, whose.manager)
  for (const data of asked) {
    const noted = await request.post(`${correctionsOf(whose)}/items`, { data })
    expect(noted.ok(), await noted.text()).toBe(true)
  }
  const sent = await request.post(`${correctionsOf(whose)}/send`, { data: {} })
  expect(sent.ok(), await sent.text()).toBe(true)
}

/** Withdraws the request, in the manager's session. */
export async function withdraw({ request }: Caller, whose: UnderReview): Promise<void> {
  expect((await request.post(`${correctionsOf(whose)}/withdraw`)).ok()).toBe(true)
}

/** Signs in as the client, whose home page shows the request. */
export async function openTasks(page: Page, { client }: UnderReview): Promise<void> {
  await signIn(page.context(), client)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^We need /u)
}

/** Confirms accuracy and sends the answers: on the overview, or on the page of a single task. */
export async function sendBack(page: Page): Promise<void> {
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your application is being reviewed')
}

/** Opens a client's task, answers it in a field, and continues. */
export async function answerTask(page: Page, task: string, field: string, answer: string): Promise<void> {
  await page.getByRole('link', { name: task }).click()
  await page.getByLabel(field).fill(answer)
  await button(page, 'Save and continue').click()
}

/** The form that asks the client, on the page. */
export const askForm = (page: Page | Locator, label: string): Locator =>
  page.getByRole('form', { name: `Ask the client: ${label}`, exact: true })

/** Asks for a document in its topic, or for an answer among all answers, and adds it to the request. */
export async function noteFlag(
  page: Page,
  label: string,
  reason: CorrectionReason,
  comment = '',
): Promise<void> {
  await openTopic(page, label.endsWith('.png') ? 'Income and tax' : 'All answers')
  await page.getByRole('button', { name: /^Ask the client/u }).click()
  await page.getByLabel('About').selectOption({ label })
  const form = askForm(page, label)
  await form.getByLabel(correctionReasons[reason]).check()
  await form.getByLabel('Comment').fill(comment)
  await button(form, 'Add to request').click()
  await expect(form).toHaveCount(0)
}

/** The request to the client names so many things. */
export async function expectRequests(page: Page, count: number): Promise<void> {
  await expect(part(page, 'Request to the client')).toContainText(count === 1 ? '1 thing' : `${count} things`)
}

/** Sends the draft request to the client. */
export async function sendRequests(page: Page, count: number): Promise<void> {
  await expectRequests(page, count)
  await button(page, 'Preview and send').click()
  await button(
    dialog(page, 'Send to client'),
    count === 1 ? 'Send 1 request' : `Send ${count} requests`,
  ).click()
  await expect(dialog(page, 'Send to client')).toHaveCount(0)
}

import { randomUUID } from 'node:crypto'
import type { Application } from '#features/applications/api/application.ts'
import type { Corrections } from '#features/corrections/api.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeDocument } from '#app/demo/factories/documents.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { makePdf } from '#test/support/files.ts'
import { openHttpSession, type HttpAnswer, type HttpSession } from '#test/support/http.ts'
import { note } from '#test/support/corrections.ts'
import { requestAddress, send } from '#test/support/uploads.ts'
import type { BesideServer } from './beside-server.ts'

const PASSWORD = 'four quiet herons wading'
export const OLD_NUMBER = '0001339050'
export const NEW_NUMBER = '0843089848'

/** A client with a correction request, and both parties' browsers. */
export interface Corrected {
  applicationId: string
  client: string
  manager: string
  payslipId: string
  keys: Readonly<Record<'ask' | 'send', string>>
  cookies: Readonly<Record<'client' | 'manager', Map<string, string>>>
  /** The file to hand in, and its address. */
  bytes: Buffer
  sentTo: string
}

/** A client with their own manager and a complete application. */
export async function makeCorrected(context: BesideServer): Promise<Corrected> {
  const manager = await makeUser(context, { role: 'wealth_manager', password: PASSWORD })
  const client = await makeClient(context, {
    password: PASSWORD,
    wealthManagerId: manager.id,
    application: { status: 'submitted', answers: { taxIncomeNumber: OLD_NUMBER } },
  })
  const payslip = await makeDocument(context, {
    applicationId: client.applicationId,
    ownerId: client.id,
    kind: 'payslip',
    uploadedAt: new Date(Date.now() - 3_600_000),
  })
  return {
    applicationId: client.applicationId,
    client: client.username,
    manager: manager.username,
    payslipId: payslip.id,
    keys: { ask: randomUUID(), send: randomUUID() },
    cookies: { client: new Map(), manager: new Map() },
    bytes: await makePdf({ text: client.username, size: 20_000 }),
    sentTo: '',
  }
}

/** Both browsers as before the kill. */
export function browsersOf(
  whose: Corrected,
  url: string,
): Readonly<Record<'client' | 'manager', HttpSession>> {
  const browser = (who: 'client' | 'manager') => {
    const session = openHttpSession(url)
    for (const [name, value] of whose.cookies[who]) session.cookies.set(name, value)
    return session
  }
  return { client: browser('client'), manager: browser('manager') }
}

/** Signs both in. */
export async function signInBoth(whose: Corrected, url: string): Promise<void> {
  for (const who of ['client', 'manager'] as const) {
    const session = openHttpSession(url)
    succeeded(await session.post('/api/login', { username: whose[who], password: PASSWORD }))
    for (const [name, value] of session.cookies) whose.cookies[who].set(name, value)
  }
}

export function succeeded(answer: HttpAnswer): HttpAnswer {
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`)
  return answer
}

const pathOf = ({ applicationId }: Corrected) => `/api/admin/applications/${applicationId}/corrections`

/** The request as staff see it. */
export async function correctionsSeen(whose: Corrected, url: string): Promise<Corrections> {
  return succeeded(await browsersOf(whose, url).manager.get(pathOf(whose))).body as Corrections
}

/** The request as the client sees it. */
export async function applicationSeen(whose: Corrected, url: string): Promise<Application> {
  return succeeded(await browsersOf(whose, url).client.get('/api/application')).body as Application
}

interface Step {
  /** Performs the step; repetition is harmless and continues where it stopped. */
  act: (whose: Corrected, url: string) => Promise<HttpAnswer>
  /** Whether it has happened, as both sides see it. */
  isSeen: (whose: Corrected, url: string) => Promise<boolean>
}

/** The payslip's item, as the client sees it. */
async function payslipItem(whose: Corrected, url: string) {
  const { correctionRound } = await applicationSeen(whose, url)
  return correctionRound?.items.find(({ subject }) => subject.kind === 'document')
}

const latest = async (whose: Corrected, url: string) => (await correctionsSeen(whose, url)).rounds[0]

/** The steps of a correction request from asking to acceptance. */
export const steps = {
  note: {
    act: async (whose, url) => {
      const { manager } = browsersOf(whose, url)
      const path = pathOf(whose).replace(/\/corrections$/u, '')
      succeeded(await note(manager, path, { kind: 'answer', path: 'taxIncomeNumber' }))
      return note(manager, path, { kind: 'document', documentId: whose.payslipId })
    },
    isSeen: async (whose, url) => (await correctionsSeen(whose, url)).basket.length === 2,
  },
  ask: {
    act: (whose, url) =>
      browsersOf(whose, url).manager.post(`${pathOf(whose)}/send`, {}, { 'idempotency-key': whose.keys.ask }),
    isSeen: async (whose, url) => (await applicationSeen(whose, url)).correctionRound !== null,
  },
  answer: {
    act: (whose, url) =>
      browsersOf(whose, url).client.put('/api/application', { taxIncomeNumber: NEW_NUMBER }),
    isSeen: async (whose, url) => (await applicationSeen(whose, url)).taxIncomeNumber === NEW_NUMBER,
  },
  upload: {
    act: async (whose, url) => {
      const { client } = browsersOf(whose, url)
      const address = await requestAddress(client)
      const sent = await send(client, address, { bytes: whose.bytes, type: 'application/pdf' })
      whose.sentTo = new URL(address).pathname
      return { status: sent.status, headers: sent.headers, text: '', body: undefined }
    },
    // An upload is not acknowledged separately; handing it in proves that it exists.
    isSeen: () => Promise.resolve(true),
  },
  'hand in': {
    act: async (whose, url) => {
      const item = await payslipItem(whose, url)
      return browsersOf(whose, url).client.put(`/api/application/corrections/${item?.id}/file`, {
        fileURL: `${url}${whose.sentTo}`,
        fileName: 'april.pdf',
      })
    },
    isSeen: async (whose, url) => (await payslipItem(whose, url))?.done ?? false,
  },
  send: {
    act: (whose, url) =>
      browsersOf(whose, url).client.post(
        '/api/application/corrections/send',
        { accurate: true },
        { 'idempotency-key': whose.keys.send },
      ),
    isSeen: async (whose, url) => (await latest(whose, url))?.state === 'answered',
  },
  accept: {
    act: async (whose, url) => {
      const { manager } = browsersOf(whose, url)
      const [first, second] = (await latest(whose, url))?.items ?? []
      const accept = (id = '') => manager.put(`${pathOf(whose)}/items/${id}/verdict`, { verdict: 'accepted' })
      succeeded(await accept(first?.id))
      return accept(second?.id)
    },
    isSeen: async (whose, url) => (await latest(whose, url))?.state === 'accepted',
  },
} as const satisfies Record<string, Step>

export type StepName = keyof typeof steps
export const stepNames = Object.keys(steps) as StepName[]

import type { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Application } from '#features/applications/api/application.ts'
import { etagOf } from '#base/rules/api/etag.ts'
import { mergeAnswers } from '#features/applications/rules/wizard/merge.ts'
import { applicationOf } from '#test/support/draft-application.ts'
import { createQueryClient } from '#base/client/lib/query-client.ts'
import { tabStorage } from '#base/client/lib/storage.ts'
import { toastStore } from '#base/client/ui/toast-store.ts'
import { MAX_RETRY_MS, REST_MS, RETRY_MS } from '../saving/autosave-timer.ts'
import { forgetDrafts, readDraft } from '../saving/step-draft.ts'
import { applicationQuery } from '../saving/use-application.ts'
import type { DraftStepId } from '../steps/step-props.ts'
import { prefetchSteps } from './step-components.ts'
import { positionToOpen } from './step-history.ts'
import { createWizard, type Wizard } from './wizard.ts'
import { screenKey } from './wizard-state.ts'

/*
 * The wizard without a page: `fetch` is a server that merges what it receives and checks If-Match, and the screen is a variable.
 */
interface Sent {
  body: Record<string, unknown>
  draft: boolean
  keepalive: boolean
  ifMatch: string
}

let client: QueryClient
let server: Application
let screen: Record<string, unknown>
let sent: Sent[]
let responses: (() => void)[]
let toasts: string[]
let signOuts: number
let wizard: Wizard
let offline: boolean
/** Responses wait for `respond()`. */
let delayed: boolean

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const problem = (status: number, code: string) => json(status, { title: code, status, detail: code, code })
const settle = () => vi.advanceTimersByTimeAsync(0)
const stepShown = () => wizard.getState().position.step
const conflict = () => wizard.getState().conflict
const draftOf = (step: DraftStepId) => readDraft(tabStorage, server.id, step)

async function serve(path: string, init: RequestInit): Promise<Response> {
  if (init.method === 'GET') return json(200, server)
  const ifMatch = new Headers(init.headers).get('if-match') ?? ''
  const body = JSON.parse(init.body as string) as Record<string, unknown>
  sent.push({ body, draft: path.endsWith('?draft=1'), keepalive: init.keepalive === true, ifMatch })
  if (delayed && init.keepalive !== true) await new Promise<void>((resolve) => responses.push(resolve))
  if (offline) return problem(503, 'unavailable')
  if (!ifMatch.split(', ').includes(etagOf(server))) return problem(412, 'version-conflict')
  const { currentStep = server.currentStep, ...patch } = body as Partial<Application>
  saveElsewhere({ ...mergeAnswers(server, patch).answers, currentStep })
  return json(200, server)
}

/** The server stores something, and this tab does not know. */
function saveElsewhere(change: Partial<Application>): void {
  server = { ...server, ...change, version: server.version + 1 }
}

/** This tab loads what is stored. */
function reload(): void {
  client.setQueryData(applicationQuery.queryKey, server)
  wizard.applicationChanged(server)
}

function open(step: DraftStepId = 'address'): void {
  server = { ...server, currentStep: step }
  client = createQueryClient()
  client.setQueryData(applicationQuery.queryKey, server)
  wizard = createWizard(client, server, positionToOpen(step), async () => {
    signOuts += 1
    return true
  })
  wizard.registerScreen(step, () => screen)
  wizard.mount()
}

/** Types something on the screen. */
function type(change: Record<string, unknown>, step: DraftStepId = 'address'): void {
  screen = { ...screen, ...change }
  wizard.typed(step, screen)
}

const next = () => wizard.actions.saveAndContinue({ ...screen })

function keepMine(): void {
  const shown = conflict()
  if (shown === null) throw new Error('No conflict is shown')
  wizard.conflict.keepMine(shown)
}

async function leaveField(): Promise<void> {
  wizard.autosaveNow()
  await settle()
}

async function respond(): Promise<void> {
  responses.shift()?.()
  await settle()
}

beforeAll(() => prefetchSteps(['personal', 'address', 'employment', 'assets', 'review']))
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', serve)
  vi.stubGlobal('location', { search: '' })
  vi.stubGlobal('history', { state: null })
  forgetDrafts(tabStorage)
  server = applicationOf({ city: 'Cape Town', postalCode: '8001', country: 'South Africa' })
  screen = { city: 'Cape Town', postalCode: '8001', country: 'South Africa' }
  sent = []
  responses = []
  toasts = []
  signOuts = 0
  offline = false
  delayed = false
  open()
})
beforeEach(() =>
  toastStore.subscribe(() => {
    const [shown] = toastStore.getToasts()
    if (shown?.open && typeof shown.title === 'string') toasts.push(shown.title)
  }),
)
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('input during a save', () => {
  beforeEach(() => {
    delayed = true
  })

  test('stops Next, which then saves it', async () => {
    type({ city: 'Durban' })
    const first = next()
    await settle()
    type({ postalCode: '4001' })
    await respond()
    expect([await first, stepShown(), wizard.getState().busy]).toEqual(['typed-on', 'address', null])
    const second = next()
    await settle()
    await respond()
    expect([await second, stepShown()]).toEqual(['moved', 'employment'])
    expect(server).toMatchObject({ city: 'Durban', postalCode: '4001', currentStep: 'employment' })
  })

  test('stops Next also when it is an unreadable amount, of which nothing can be saved', async () => {
    screen = { assets: { stocks: null } }
    const pressed = next()
    await settle()
    type({ assets: { stocks: Number.NaN } })
    await respond()
    expect([await pressed, stepShown()]).toEqual(['typed-on', 'address'])
  })

  test('is saved before signing out', async () => {
    type({ city: 'Durban' })
    void wizard.saveAndSignOut()
    await settle()
    type({ postalCode: '4001' })
    await respond()
    await respond()
    expect(server).toMatchObject({ city: 'Durban', postalCode: '4001' })
    expect([signOuts, toasts]).toEqual([1, ['Progress Saved']])
  })

  test.each([
    ['has ended', () => undefined],
    ['has failed', () => (offline = true)],
    ['was stopped', () => type({ postalCode: '4001' })],
  ])('signing out waits until Next %s, and happens once', async (_, happen) => {
    type({ city: 'Durban' })
    const pressed = next()
    await settle()
    void wizard.saveAndSignOut()
    void wizard.saveAndSignOut()
    expect([wizard.getState().signingOut, signOuts]).toEqual([true, 0])
    happen()
    await respond()
    await pressed
    for (let save = 0; save < 4; save += 1) await respond()
    expect([signOuts, wizard.getState().busy, wizard.getState().signingOut]).toEqual([1, null, false])
  })

  test('is saved after Back has moved', async () => {
    type({ city: 'Durban' })
    wizard.actions.goBack()
    await settle()
    type({ postalCode: '4001' })
    await respond()
    expect(stepShown()).toBe('personal')
    await respond()
    expect(server).toMatchObject({ city: 'Durban', postalCode: '4001', currentStep: 'personal' })
  })

  test('does not conflict with the save', async () => {
    type({ city: 'Dur' })
    await leaveField()
    type({ city: 'Durban' })
    const pressed = next()
    await respond()
    await respond()
    expect([await pressed, conflict()]).toEqual(['moved', null])
    expect(server.city).toBe('Durban')
  })
})

describe('autosave', () => {
  test('sends the differences after a pause in typing', async () => {
    for (const city of ['D', 'Du', 'Dur', 'Durban']) {
      type({ city })
      await vi.advanceTimersByTimeAsync(REST_MS / 2)
    }
    expect(sent).toEqual([])
    await vi.advanceTimersByTimeAsync(REST_MS)
    expect(sent).toMatchObject([{ body: { city: 'Durban' }, draft: true }])
    expect(sent[0]?.body).not.toHaveProperty('currentStep')
    expect(wizard.getState().savedAt).not.toBeNull()
    // Input that is no answer yet, half a date say, is on the screen alone: it is stored until the step is left.
    expect(draftOf('address')).toMatchObject({ base: { city: 'Durban' } })
    await leaveField()
    expect(sent).toHaveLength(1)
  })

  test('sends at once when a field is left, and nothing afterwards', async () => {
    type({ city: 'Durban' })
    await leaveField()
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(3 * REST_MS)
    expect(sent).toHaveLength(1)
  })

  test('sends one request at a time, and later input with the next', async () => {
    delayed = true
    type({ city: 'Durban' })
    await leaveField()
    type({ postalCode: '4001' })
    await leaveField()
    await leaveField()
    expect(sent).toHaveLength(1)
    await respond()
    await vi.advanceTimersByTimeAsync(REST_MS)
    expect(sent.map(({ body }) => body)).toEqual([{ city: 'Durban' }, { postalCode: '4001' }])
  })

  test('sends nothing when the field was left to press Next', async () => {
    type({ city: 'Durban' })
    wizard.autosaveNow()
    const pressed = next()
    await vi.advanceTimersByTimeAsync(3 * REST_MS)
    expect([await pressed, sent.length]).toEqual(['moved', 1])
  })

  test('sends nothing after the wizard left the page', async () => {
    open()
    const hide = wizard.mount()
    type({ city: 'Durban' })
    hide(false)
    await vi.advanceTimersByTimeAsync(3 * REST_MS)
    expect(sent).toEqual([])
  })

  test('leaves out malformed input, which the tab stores', async () => {
    type({ city: 'x'.repeat(300), postalCode: '4001' })
    await vi.advanceTimersByTimeAsync(REST_MS)
    expect(sent).toMatchObject([{ body: { postalCode: '4001' } }])
    expect(draftOf('address')).toMatchObject({ typed: { city: 'x'.repeat(300) } })
  })

  test('says that input is unsaved until all of the screen is saved', async () => {
    offline = true
    type({ city: 'x'.repeat(300), postalCode: '4001' })
    await leaveField()
    expect(wizard.getState().unsaved).toBe(true)
    offline = false
    await vi.advanceTimersByTimeAsync(MAX_RETRY_MS)
    expect([server.postalCode, wizard.getState().unsaved]).toEqual(['4001', true])
    type({ city: 'Durban' })
    await leaveField()
    expect([server.city, wizard.getState().unsaved, toasts]).toEqual(['Durban', false, []])
  })

  test('retries with a delay that doubles up to a minute, and at once when asked to', async () => {
    offline = true
    type({ city: 'Durban' })
    await leaveField()
    const waited: number[] = []
    for (let failures = 1; failures <= 6; failures += 1) {
      const since = Date.now()
      while (sent.length === failures) await vi.advanceTimersByTimeAsync(1_000)
      waited.push(Date.now() - since)
    }
    expect(waited).toEqual([RETRY_MS, 10_000, 20_000, 40_000, MAX_RETRY_MS, MAX_RETRY_MS])
    offline = false
    await leaveField()
    expect([server.city, wizard.getState().unsaved]).toEqual(['Durban', false])
  })

  test('waits while a conflict is shown', async () => {
    saveElsewhere({ city: 'Pretoria' })
    type({ city: 'Durban' })
    await leaveField()
    const before = sent.length
    type({ postalCode: '4001' })
    await vi.advanceTimersByTimeAsync(3 * REST_MS)
    expect(sent).toHaveLength(before)
    keepMine()
    await vi.advanceTimersByTimeAsync(REST_MS)
    expect(server).toMatchObject({ city: 'Durban', postalCode: '4001' })
  })

  test('compares with the server’s normalised input', async () => {
    open('personal')
    screen = { mobileNumber: '' }
    wizard.registerScreen('personal', () => screen)
    type({ mobileNumber: '082 123 4567' }, 'personal')
    await leaveField()
    expect(server.mobileNumber).toBe('+27821234567')
    type({ mobileNumber: '+27 82 123 4567' }, 'personal')
    await leaveField()
    expect(sent).toHaveLength(1)
  })

  test('sends each amount on its own', async () => {
    server = { ...server, assets: { stocks: 1, bonds: 2 } }
    open('assets')
    screen = { assets: { stocks: 1, bonds: 2 } }
    wizard.registerScreen('assets', () => screen)
    type({ assets: { stocks: 10, bonds: 2 } }, 'assets')
    await leaveField()
    type({ assets: { stocks: 10, bonds: 20 } }, 'assets')
    await leaveField()
    expect(sent.map(({ body }) => body)).toEqual([{ assets: { stocks: 10 } }, { assets: { bonds: 20 } }])
  })
})

describe('answers from another tab', () => {
  test('restart the screen where it asks for them and nothing is typed', () => {
    saveElsewhere({ city: 'Durban' })
    reload()
    expect(screenKey(wizard.getState())).toBe('address/1')
    expect(wizard.getState().visits.address?.draft.base.city).toBe('Durban')
  })

  test('that another step asks for leave the screen alone', () => {
    saveElsewhere({ fullName: 'Zanele Dube' })
    reload()
    expect(screenKey(wizard.getState())).toBe('address/0')
    expect(wizard.getState().application.fullName).toBe('Zanele Dube')
  })

  test('leave a screen with unsaved input alone, which is saved beside them', async () => {
    type({ postalCode: '4001' })
    saveElsewhere({ city: 'Durban' })
    reload()
    expect(screenKey(wizard.getState())).toBe('address/0')
    await leaveField()
    expect(server).toMatchObject({ city: 'Durban', postalCode: '4001' })
    expect(await next()).toBe('stayed')
    expect(conflict()?.differences).toMatchObject([{ here: 'Cape Town', there: 'Durban' }])
  })

  test('do not count as seen when they arrive with the response to a save', async () => {
    saveElsewhere({ postalCode: '0002' })
    type({ city: 'Durban' })
    await leaveField()
    expect(server).toMatchObject({ city: 'Durban', postalCode: '0002' })
    type({ postalCode: '4001' })
    await leaveField()
    expect(conflict()?.differences).toMatchObject([{ here: '4001', there: '0002' }])
  })

  test('that a later save of this tab replaced are ignored', async () => {
    const old = server
    type({ city: 'Durban' })
    await leaveField()
    wizard.applicationChanged(old)
    expect([screenKey(wizard.getState()), wizard.getState().application.city]).toEqual([
      'address/0',
      'Durban',
    ])
  })

  test('that this tab saved do not restart the screen', async () => {
    type({ city: 'Durban' })
    await leaveField()
    reload()
    expect(screenKey(wizard.getState())).toBe('address/0')
  })

  test('conflict where the same answer was typed; postponed, the rest is saved and Next asks again', async () => {
    saveElsewhere({ city: 'Pretoria' })
    reload()
    type({ city: 'Durban' })
    saveElsewhere({ city: 'Polokwane' })
    await leaveField()
    expect(conflict()?.differences).toMatchObject([{ here: 'Durban', there: 'Polokwane' }])
    wizard.conflict.postpone()
    type({ postalCode: '4001' })
    await vi.advanceTimersByTimeAsync(3 * REST_MS)
    expect(server).toMatchObject({ city: 'Polokwane', postalCode: '4001' })
    expect(await next()).toBe('stayed')
    keepMine()
    await settle()
    expect([server.city, stepShown()]).toEqual(['Durban', 'employment'])
  })

  test('restart the screen when the client chooses them, and keep the other input', async () => {
    saveElsewhere({ city: 'Pretoria' })
    type({ city: 'Durban', postalCode: '4001' })
    await leaveField()
    wizard.conflict.useNewer()
    expect([screenKey(wizard.getState()), conflict(), toasts]).toEqual([
      'address/1',
      null,
      ['Newer answers shown'],
    ])
    const stored = { base: { city: 'Pretoria' }, overlay: { postalCode: '4001' } }
    expect(wizard.getState().visits.address?.draft).toMatchObject(stored)
    expect(draftOf('address')).toMatchObject(stored)
  })

  test('conflict on Save & Sign Out, which continues after the choice', async () => {
    saveElsewhere({ city: 'Pretoria' })
    type({ city: 'Durban' })
    await wizard.saveAndSignOut()
    expect([conflict()?.differences.length, signOuts]).toEqual([1, 0])
    keepMine()
    await settle()
    expect([server.city, signOuts, conflict()]).toEqual(['Durban', 1, null])
  })

  test('that the page before a reload sent last do not conflict with further typing', async () => {
    type({ city: 'Makh' })
    saveElsewhere({ city: 'Makh' })
    open()
    type({ city: 'Makhanda' })
    await leaveField()
    expect([conflict(), server.city]).toEqual([null, 'Makhanda'])
  })
})

describe('a page that is hidden or closed', () => {
  test('sends its input, once', () => {
    const ifMatch = etagOf(server)
    type({ city: 'Durban' })
    wizard.saveOnUnload()
    wizard.saveOnUnload()
    expect(sent).toMatchObject([{ body: { city: 'Durban' }, draft: true, keepalive: true, ifMatch }])
  })

  test('repeats the input of a running save, valid for the version before or after it', async () => {
    delayed = true
    type({ city: 'Durban' })
    await leaveField()
    type({ postalCode: '4001' })
    wizard.saveOnUnload()
    expect(sent[1]).toMatchObject({
      body: { city: 'Durban', postalCode: '4001' },
      ifMatch: [1, 2].map((version) => etagOf({ id: server.id, version })).join(', '),
    })
  })

  test('tries again, if it stays, where that failed', async () => {
    offline = true
    type({ city: 'Durban' })
    wizard.saveOnUnload()
    await settle()
    offline = false
    await vi.advanceTimersByTimeAsync(REST_MS)
    expect(server.city).toBe('Durban')
  })

  test('overwrites nothing that was saved elsewhere, and sends nothing without input', () => {
    wizard.saveOnUnload()
    type({ city: 'Durban' })
    saveElsewhere({ city: 'Pretoria' })
    reload()
    wizard.saveOnUnload()
    expect(sent).toEqual([])
  })
})

describe('moving', () => {
  test('stays where a save fails, and says so', async () => {
    offline = true
    expect(await next()).toBe('stayed')
    expect([stepShown(), toasts]).toEqual(['address', ['Error']])
  })

  test('back happens all the same', async () => {
    offline = true
    wizard.actions.goBack()
    await settle()
    expect([stepShown(), toasts]).toEqual(['personal', ['Save Error']])
  })

  test('by the progress saves the input, also where the step is incomplete', async () => {
    type({ city: 'Durban', postalCode: '' })
    wizard.openStep('personal')
    await settle()
    expect(stepShown()).toBe('personal')
    expect(server).toMatchObject({ city: 'Durban', currentStep: 'personal' })
  })

  test('renders once: the left screen does not render again for its save', async () => {
    delayed = true
    const pressed = next()
    await settle()
    const rendered = vi.fn<() => void>()
    wizard.subscribe(rendered)
    await respond()
    expect([await pressed, rendered.mock.calls.length]).toEqual(['moved', 1])
    expect(wizard.getState()).toMatchObject({ application: server, savedAt: expect.any(Date) as Date })
  })

  test('happens once, however often Next is pressed', async () => {
    delayed = true
    void next()
    expect(await next()).toBe('stayed')
    await settle()
    expect(sent).toHaveLength(1)
  })

  test('by the browser saves the input', async () => {
    type({ city: 'Durban' })
    wizard.browserMoved('personal', false)
    expect(stepShown()).toBe('personal')
    await settle()
    expect(server).toMatchObject({ city: 'Durban', currentStep: 'personal' })
  })

  test('opens a step with its unsaved input', async () => {
    type({ city: 'x'.repeat(300) })
    wizard.actions.goBack()
    await settle()
    await wizard.actions.saveAndContinue({})
    expect([stepShown(), wizard.getState().visits.address?.draft.typed]).toEqual(['address', screen])
  })

  test('to a part of the review and back', async () => {
    open('review')
    wizard.registerScreen('address', () => screen)
    wizard.actions.editStep('address')
    await settle()
    expect(wizard.getState().position).toMatchObject({ step: 'address', editingFromReview: true })
    type({ city: 'Durban' })
    await wizard.actions.saveAndReview({ ...screen })
    expect([stepShown(), server.city, server.currentStep]).toEqual(['review', 'Durban', 'review'])
  })
})

describe('a step that was left while nothing could be saved', () => {
  beforeEach(async () => {
    offline = true
    type({ city: 'Durban' })
    wizard.actions.goBack()
    await settle()
    offline = false
  })

  test('is saved once that works again, and its draft is deleted', async () => {
    expect(stepShown()).toBe('personal')
    expect(draftOf('address')).not.toBeNull()
    wizard.autosaveNow()
    await vi.advanceTimersByTimeAsync(REST_MS)
    expect(server.city).toBe('Durban')
    expect(draftOf('address')).toBeNull()
    expect(wizard.getState().unsaved).toBe(false)
  })

  test('waits where another tab answered otherwise: its screen shows the conflict', async () => {
    saveElsewhere({ city: 'Gqeberha' })
    wizard.autosaveNow()
    await vi.advanceTimersByTimeAsync(REST_MS)
    expect([server.city, conflict()]).toEqual(['Gqeberha', null])
    expect(draftOf('address')).not.toBeNull()
  })
})

test('renders nothing without a change', () => {
  const rendered = vi.fn<() => void>()
  wizard.subscribe(rendered)
  wizard.applicationChanged(wizard.getState().application)
  expect(rendered).not.toHaveBeenCalled()
  type({ city: 'Durb' })
  type({ city: 'Durban' })
  expect(rendered).toHaveBeenCalledTimes(1)
})

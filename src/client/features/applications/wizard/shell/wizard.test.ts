import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Application } from '#domain/api/application.ts'
import { mergeAnswers } from '#domain/applications/wizard/merge.ts'
import { applicationOf } from '#test/support/draft-application.ts'
import { memoryItems, type StoredItems } from '#client/shared/lib/storage.ts'
import { REST_MS } from '../saving/draft-saver.ts'
import { saveApplication, type LastWords, type Save, type Saved } from '../saving/save-application.ts'
import { clearDraft, readDraft, writeDraft } from '../saving/step-draft.ts'
import { createScreens, type Screen } from './screens.ts'
import { createWizard, type Wizard } from './wizard.ts'
import type { WizardPosition } from './wizard-state.ts'

/*
 * The wizard without a page: a server that keeps what it is sent, answers that come when a test says so, and a screen that is a
 * variable.
 */
let server: Application
let known: Application
let screen: Screen
let letGo: (() => void)[]
let sent: Save[]
let lastWords: LastWords[]
let said: string[]
let wizard: Wizard
let fails: boolean
let held: boolean
let storage: StoredItems

const opening: WizardPosition = { step: 'address', editingFromReview: false, by: 'opening' }
const stepShown = () => wizard.getState().place.step
const settle = () => vi.advanceTimersByTimeAsync(0)

async function put(save: Save): Promise<Saved> {
  sent.push(save)
  if (held) await new Promise<void>((resolve) => letGo.push(resolve))
  if (fails) return { kind: 'failed', error: new Error('503') }
  const outcome = await saveApplication(
    {
      known: () => known,
      put: async ({ currentStep = server.currentStep, ...patch }) => {
        const { answers } = mergeAnswers(server, patch)
        server = { ...server, ...answers, currentStep, version: server.version + 1 }
        known = server
        return server
      },
      reload: async () => server,
    },
    save,
  )
  return outcome
}

function open(): Wizard {
  const screens = createScreens()
  screens.onTyped('address', () => screen)
  const created = createWizard(server, opening, {
    save: put,
    saveLast: async (words) => {
      lastWords.push(words)
      return null
    },
    screens,
    drafts: {
      read: (step) => readDraft(storage, server.id, step),
      write: (step, draft) => writeDraft(storage, server.id, step, draft),
      clear: (step) => clearDraft(storage, server.id, step),
    },
    ready: async () => {},
    signOut: async () => {
      said.push('signed out')
      return true
    },
    tell: ({ title }) => said.push(typeof title === 'string' ? title : ''),
    tellFailure: (reason) => said.push(`failed: ${reason}`),
    now: () => new Date(),
    later: (run, ms) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  })
  created.show()
  return created
}

/** Types something on the screen. */
function type(change: Screen): void {
  screen = { ...screen, ...change }
  wizard.typed('address', screen)
}

async function answer(): Promise<void> {
  letGo.shift()?.()
  await settle()
}

beforeEach(() => {
  vi.useFakeTimers()
  storage = memoryItems()
  server = applicationOf({ city: 'Cape Town', postalCode: '8001', country: 'South Africa' })
  known = server
  screen = { city: 'Cape Town', postalCode: '8001', country: 'South Africa' }
  letGo = []
  sent = []
  lastWords = []
  said = []
  fails = false
  held = false
  wizard = open()
})
afterEach(() => vi.useRealTimers())

describe('what is typed while a save is under way', () => {
  beforeEach(() => {
    held = true
  })

  test('holds Next back, which is then asked again with it', async () => {
    type({ city: 'Durban' })
    const first = wizard.actions.saveAndContinue({ ...screen })
    await settle()
    type({ postalCode: '4001' })
    await answer()
    expect([await first, stepShown(), wizard.getState().busy]).toEqual(['typed-on', 'address', null])
    const second = wizard.actions.saveAndContinue({ ...screen })
    await settle()
    await answer()
    expect([await second, stepShown()]).toEqual(['moved', 'employment'])
    expect(server).toMatchObject({ city: 'Durban', postalCode: '4001', currentStep: 'employment' })
  })

  test('holds Next back also where it is no amount, which nothing could be saved of', async () => {
    screen = { assets: { stocks: null } }
    const next = wizard.actions.saveAndContinue({ ...screen })
    await settle()
    type({ assets: { stocks: Number.NaN } })
    await answer()
    expect([await next, stepShown()]).toEqual(['typed-on', 'address'])
  })

  test('goes with a second save before signing out', async () => {
    type({ city: 'Durban' })
    void wizard.saveAndSignOut()
    await settle()
    type({ postalCode: '4001' })
    await answer()
    await answer()
    expect(server).toMatchObject({ city: 'Durban', postalCode: '4001' })
    expect(said).toEqual(['signed out', 'Progress Saved'])
  })

  test.each([
    ['has ended', () => undefined],
    ['has failed', () => (fails = true)],
    ['was held back', () => type({ postalCode: '4001' })],
  ])('signing out waits until Next %s, and then happens, once', async (_, happen) => {
    type({ city: 'Durban' })
    const next = wizard.actions.saveAndContinue({ ...screen })
    await settle()
    void wizard.saveAndSignOut()
    void wizard.saveAndSignOut()
    expect([wizard.getState().signOutIsNext, said]).toEqual([true, []])
    happen()
    await answer()
    await next
    expect(wizard.getState()).toMatchObject({ busy: 'signOut', signOutIsNext: false })
    await answer()
    await answer()
    await answer()
    expect(said.filter((one) => one === 'signed out')).toEqual(['signed out'])
    expect(wizard.getState().busy).toBe(null)
  })

  test('goes behind one who went back', async () => {
    type({ city: 'Durban' })
    wizard.actions.goBack()
    await settle()
    type({ postalCode: '4001' })
    await answer()
    expect(stepShown()).toBe('personal')
    await answer()
    expect(server).toMatchObject({ city: 'Durban', postalCode: '4001', currentStep: 'personal' })
  })

  test('is no conflict with oneself', async () => {
    type({ city: 'Dur' })
    wizard.saveNow()
    await settle()
    type({ city: 'Durban' })
    const next = wizard.actions.saveAndContinue({ ...screen })
    await answer()
    await answer()
    expect([await next, wizard.getState().clash]).toEqual(['moved', null])
    expect(server.city).toBe('Durban')
  })
})

describe('a draft', () => {
  test('is saved by itself at rest, and only what differs of it', async () => {
    type({ city: 'Durban' })
    await vi.advanceTimersByTimeAsync(REST_MS)
    expect(sent).toMatchObject([{ patch: { city: 'Durban' }, draft: true }])
    expect(sent[0]).not.toHaveProperty('currentStep')
    expect(wizard.getState().savedAt).not.toBeNull()
    // What is no answer yet, half a date say, is on the screen alone: it stays until the step is left.
    expect(readDraft(storage, server.id, 'address')).toMatchObject({ base: { city: 'Durban' } })
    wizard.saveNow()
    await settle()
    expect(sent).toHaveLength(1)
  })

  test('is not sent where the field was left to save on purpose', async () => {
    type({ city: 'Durban' })
    wizard.saveNow()
    const next = wizard.actions.saveAndContinue({ ...screen })
    await vi.advanceTimersByTimeAsync(3 * REST_MS)
    expect([await next, sent.length]).toEqual(['moved', 1])
  })

  test('leaves out what is not well-formed yet, which stays in the tab', async () => {
    type({ city: 'x'.repeat(300), postalCode: '4001' })
    await vi.advanceTimersByTimeAsync(REST_MS)
    expect(sent).toMatchObject([{ patch: { postalCode: '4001' } }])
    expect(readDraft(storage, server.id, 'address')).toMatchObject({ typed: { city: 'x'.repeat(300) } })
  })

  test('that cannot be saved says so and is saved later', async () => {
    fails = true
    type({ city: 'Durban' })
    wizard.saveNow()
    await settle()
    expect(wizard.getState().unsaved).toBe(true)
    fails = false
    await vi.advanceTimersByTimeAsync(60_000)
    expect(wizard.getState().unsaved).toBe(false)
    expect(server.city).toBe('Durban')
    expect(said).toEqual([])
  })

  test('asks where somebody else changed the same answer; put off, the rest is saved and Next asks again', async () => {
    server = { ...server, city: 'Pretoria', version: 7 }
    known = server
    type({ city: 'Durban' })
    wizard.saveNow()
    await settle()
    expect(wizard.getState().clash?.differences).toMatchObject([{ here: 'Durban', there: 'Pretoria' }])
    wizard.answer.putOff()
    type({ postalCode: '4001' })
    await vi.advanceTimersByTimeAsync(3 * REST_MS)
    expect(server).toMatchObject({ city: 'Pretoria', postalCode: '4001' })
    expect(await wizard.actions.saveAndContinue({ ...screen })).toBe('stayed')
    wizard.answer.keepMine()
    await settle()
    expect([server.city, stepShown()]).toEqual(['Durban', 'employment'])
  })
})

describe('a page that goes', () => {
  test('sends its last words, once', () => {
    type({ city: 'Durban' })
    wizard.leavePage()
    wizard.leavePage()
    expect(lastWords).toEqual([{ patch: { city: 'Durban' }, seen: [{ id: server.id, version: 1 }] }])
  })

  test('sends what is on its way as well, whichever of the two arrives first', async () => {
    held = true
    type({ city: 'Durban' })
    wizard.saveNow()
    await settle()
    type({ postalCode: '4001' })
    wizard.leavePage()
    expect(lastWords).toEqual([
      {
        patch: { city: 'Durban', postalCode: '4001' },
        seen: [1, 2].map((version) => ({ id: server.id, version })),
      },
    ])
  })

  test('overwrites nothing that somebody else saved, and has nothing to say where nothing was typed', () => {
    wizard.leavePage()
    type({ city: 'Durban' })
    wizard.hear({ ...server, city: 'Pretoria', version: 2 })
    wizard.leavePage()
    expect(lastWords).toEqual([])
  })
})

test('last words of the page before are one’s own, whatever is typed after it', async () => {
  type({ city: 'Makh' })
  server = { ...server, city: 'Makh', version: 2 }
  known = server
  wizard = open()
  wizard.onTyped('address', () => screen)
  type({ city: 'Makhanda' })
  wizard.saveNow()
  await settle()
  await settle()
  expect([wizard.getState().clash, server.city]).toEqual([null, 'Makhanda'])
})

describe('moving', () => {
  test('stays where a save fails, and says so', async () => {
    fails = true
    expect(await wizard.actions.saveAndContinue({ ...screen })).toBe('stayed')
    expect([stepShown(), said]).toEqual(['address', ['failed: next']])
  })

  test('back happens all the same', async () => {
    fails = true
    wizard.actions.goBack()
    await settle()
    expect([stepShown(), said]).toEqual(['personal', ['failed: back']])
  })

  test('is told of once: the screen that is left is not drawn once more for what was saved of it', async () => {
    held = true
    const next = wizard.actions.saveAndContinue({ ...screen })
    await settle()
    const told = vi.fn<() => void>()
    wizard.subscribe(told)
    await answer()
    expect([await next, told.mock.calls.length]).toEqual(['moved', 1])
    expect(wizard.getState()).toMatchObject({ application: server, savedAt: expect.any(Date) as Date })
  })

  test('happens once, however often one presses', async () => {
    held = true
    void wizard.actions.saveAndContinue({ ...screen })
    expect(await wizard.actions.saveAndContinue({ ...screen })).toBe('stayed')
    expect(sent).toHaveLength(1)
  })

  test('by the browser saves what was typed behind it', async () => {
    type({ city: 'Durban' })
    wizard.browse('personal', false)
    expect(stepShown()).toBe('personal')
    await settle()
    expect(server).toMatchObject({ city: 'Durban', currentStep: 'personal' })
  })
})

describe('a step that was left while nothing could be saved', () => {
  beforeEach(async () => {
    fails = true
    type({ city: 'Durban' })
    wizard.actions.goBack()
    await settle()
    fails = false
  })

  test('is saved by itself once that works again, and its draft is gone', async () => {
    expect(stepShown()).toBe('personal')
    expect(readDraft(storage, server.id, 'address')).not.toBeNull()
    wizard.saveNow()
    await vi.advanceTimersByTimeAsync(REST_MS)
    expect(server.city).toBe('Durban')
    expect(readDraft(storage, server.id, 'address')).toBeNull()
    expect(wizard.getState().unsaved).toBe(false)
  })

  test('is left alone where somebody answered otherwise meanwhile: one is asked where it shows', async () => {
    server = { ...server, city: 'Gqeberha', version: server.version + 1 }
    known = server
    wizard.saveNow()
    await vi.advanceTimersByTimeAsync(REST_MS)
    expect(server.city).toBe('Gqeberha')
    expect(wizard.getState().clash).toBeNull()
    expect(readDraft(storage, server.id, 'address')).not.toBeNull()
  })
})

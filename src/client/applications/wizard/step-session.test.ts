import { beforeEach, expect, test } from 'vitest'
import { applicationOf } from '#test/support/draft-application.ts'
import { memoryStorage } from '#test/support/memory-storage.ts'
import { writeDraft } from './step-draft.ts'
import { follow, openSession, screenOf, sessionsAt, type Place, type Sessions } from './step-session.ts'

let storage: Storage
const application = applicationOf({})
const place = (changes: Partial<Place>): Place => ({
  application,
  step: 'personal',
  next: 'address',
  rested: true,
  ...changes,
})
const atPersonal = (): Sessions => ({
  left: null,
  present: openSession(storage, application, 'personal'),
  ahead: null,
})
const screensOf = ({ left, present, ahead }: Sessions) =>
  [left, present, ahead].map((session) => session && screenOf(session))

beforeEach(() => {
  storage = memoryStorage()
})

test('an untouched screen begins again where an answer changed that it asks for', () => {
  const session = openSession(storage, application, 'address')
  const newer = { ...application, version: application.version + 1 }
  expect(follow(session, { ...newer, city: 'Durban' })).toMatchObject({ revision: 1, version: newer.version })
  expect(follow(session, { ...newer, fullName: 'Zanele Dube' })).toMatchObject({ revision: 0 })
  expect(follow({ ...session, touched: true }, { ...newer, city: 'Durban' })).toMatchObject({ revision: 0 })
})

test('an untouched screen takes newer answers for what its typing begins from', () => {
  const session = openSession(storage, application, 'address')
  const newer = { ...application, version: application.version + 1, fullName: 'Zanele Dube' }
  expect(follow(session, newer).draft.base).toBe(newer)
})

test('the next step is prepared when the page has come to rest, and not before', () => {
  expect(screensOf(sessionsAt(storage, atPersonal(), place({ rested: false })))).toEqual([
    null,
    'personal/0',
    null,
  ])
  expect(screensOf(sessionsAt(storage, atPersonal(), place({})))).toEqual([null, 'personal/0', 'address/0'])
  expect(screensOf(sessionsAt(storage, atPersonal(), place({ next: 'personal' })))).toEqual([
    null,
    'personal/0',
    null,
  ])
})

test('a step that was prepared is shown as it stands, and the one before goes when the page has come to rest', () => {
  const prepared = sessionsAt(storage, atPersonal(), place({}))
  const moved = sessionsAt(storage, prepared, place({ step: 'address', next: 'employment', rested: false }))
  expect(moved.present).toBe(prepared.ahead)
  expect(screensOf(moved)).toEqual(['personal/0', 'address/0', null])
  expect(screensOf(sessionsAt(storage, moved, place({ step: 'address', next: 'employment' })))).toEqual([
    null,
    'address/0',
    'employment/0',
  ])
})

test('going back begins a visit of its own, with what was typed', () => {
  const prepared = sessionsAt(storage, atPersonal(), place({}))
  const moved = sessionsAt(storage, prepared, place({ step: 'address', next: 'employment', rested: false }))
  writeDraft(storage, application.id, 'personal', { base: application, kept: {}, typed: { fullName: 'Zan' } })
  const back = sessionsAt(storage, moved, place({ rested: false }))
  expect(screensOf(back)).toEqual([null, 'personal/1', null])
  expect(back.present.draft.typed).toEqual({ fullName: 'Zan' })
})

test('where nothing changed the very same sessions come back', () => {
  const prepared = sessionsAt(storage, atPersonal(), place({}))
  expect(sessionsAt(storage, prepared, place({}))).toBe(prepared)
})

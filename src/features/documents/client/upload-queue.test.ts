import { describe, expect, test } from 'vitest'
import {
  canCancel,
  emptyQueue,
  movingItems,
  nextQueue,
  nextToStart,
  type UploadEvent,
  type UploadQueue,
} from './upload-queue.ts'

const file = (name: string) => new File(['x'], name, { type: 'application/pdf' })
const chosen = (...ids: string[]): UploadEvent => ({
  type: 'chosen',
  files: ids.map((id) => ({ id, file: file(`${id}.pdf`) })),
  skipped: [],
})
const after = (...events: UploadEvent[]): UploadQueue => events.reduce(nextQueue, emptyQueue)
const steps = (queue: UploadQueue) => queue.items.map((item) => `${item.id} ${item.step}`)
const ids = (items: { id: string }[]) => items.map(({ id }) => id)

describe('which file is next', () => {
  test('starts the first file, and the next one when it has arrived', () => {
    const queue = after(chosen('a', 'b'))
    expect(nextToStart(queue)?.id).toBe('a')
    const sending = nextQueue(queue, { type: 'sending', id: 'a' })
    expect(nextToStart(sending)).toBeUndefined()
    expect(nextToStart(nextQueue(sending, { type: 'arrived', id: 'a' }))?.id).toBe('b')
  })

  test('does not block on a failed file', () => {
    const queue = after(
      chosen('a', 'b'),
      { type: 'sending', id: 'a' },
      { type: 'failed', id: 'a', failure: 'No network', registerAgain: false, isFinal: false },
    )
    expect(nextToStart(queue)?.id).toBe('b')
    expect(ids(movingItems(queue))).toEqual(['b'])
  })

  test('starts none if the queue is empty', () => expect(nextToStart(emptyQueue)).toBeUndefined())
})

test('tracks a file: progress in percent, registration, removal from the queue and the counter', () => {
  const half = after(chosen('a'), { type: 'sending', id: 'a' }, { type: 'progressed', id: 'a', percent: 50 })
  expect(half.items[0]).toMatchObject({ step: 'sending', percent: 50 })
  const sent = nextQueue(half, { type: 'sent', id: 'a', sentTo: '/there' })
  expect(sent.items[0]).toMatchObject({ step: 'registering', percent: 100, sentTo: '/there' })
  expect(sent.items.map(canCancel)).toEqual([false])
  const arrived = nextQueue(sent, { type: 'arrived', id: 'a' })
  expect(arrived).toEqual({ items: [], notes: [], arrived: 1, failed: 0 })
  expect(nextQueue(arrived, { type: 'announced' }).arrived).toBe(0)
})

test('restarts a retry, or only registers a file that had arrived', () => {
  const sent = after(
    chosen('a', 'b'),
    { type: 'sent', id: 'a', sentTo: '/a' },
    { type: 'sent', id: 'b', sentTo: '/b' },
  )
  const failed = [
    { type: 'failed', id: 'a', failure: 'Refused', registerAgain: false, isFinal: false } as const,
    { type: 'failed', id: 'b', failure: 'No network', registerAgain: true, isFinal: false } as const,
  ].reduce<UploadQueue>(nextQueue, sent)
  const again = [
    { type: 'retried', id: 'a' } as const,
    { type: 'retried', id: 'b' } as const,
  ].reduce<UploadQueue>(nextQueue, failed)
  expect(again.items.map(({ step, sentTo, failure }) => ({ step, sentTo, failure }))).toEqual([
    { step: 'waiting', sentTo: null, failure: null },
    { step: 'waiting', sentTo: '/b', failure: null },
  ])
})

describe('notes', () => {
  test('notes a scaled photo, and continues', () => {
    const smaller = file('a.jpg')
    const queue = after(
      chosen('a'),
      { type: 'preparing', id: 'a' },
      {
        type: 'prepared',
        id: 'a',
        file: smaller,
        note: 'We reduced a.jpg from 3 MB to 1 MB so that it fits.',
      },
    )
    expect(queue.items[0]?.file).toBe(smaller)
    expect(queue.notes).toEqual([
      { kind: 'smaller', text: 'We reduced a.jpg from 3 MB to 1 MB so that it fits.' },
    ])
  })

  test('notes and skips a photo that cannot be made to fit', () => {
    const queue = after(chosen('a', 'b'), { type: 'skipped', id: 'a', note: 'too large' })
    expect(steps(queue)).toEqual(['b waiting'])
    expect(queue.notes).toEqual([{ kind: 'skipped', text: 'too large' }])
  })

  test('clears the notes with the next choice', () => {
    const queue = after({ type: 'chosen', files: [], skipped: ['notes.txt'] }, chosen('a'))
    expect(queue.notes).toEqual([])
  })
})

test('ignores late events of a dropped file', () => {
  const dropped = after(chosen('a'), { type: 'sending', id: 'a' }, { type: 'dropped', id: 'a' })
  const late: UploadEvent[] = [
    { type: 'progressed', id: 'a', percent: 80 },
    { type: 'arrived', id: 'a' },
    { type: 'prepared', id: 'a', file: file('a'), note: 'smaller' },
    { type: 'skipped', id: 'a', note: 'too large' },
    { type: 'failed', id: 'a', failure: 'No', registerAgain: false, isFinal: false },
  ]
  for (const event of late) expect(nextQueue(dropped, event)).toEqual(dropped)
})

import { describe, expect, test, vi } from 'vitest'
import type { UploadMessage } from '#features/documents/rules/messages.ts'
import { ApiError, NetworkError } from '#base/client/lib/api.ts'
import type { SendingObserver, Sending } from './send-file.ts'
import { UploadFailure } from './upload-failure.ts'
import { createUploadRunner, type RunnerParts } from './upload-runner.ts'

const MEGABYTE = 1024 * 1024
const pdf = (name: string) => new File(['%PDF'], name, { type: 'application/pdf' })
const photo = (name: string, bytes: number) => new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' })
const refused = (status: number, statusText: string) => new ApiError({ status, statusText, body: '' })

const askedFor = (code: string, detail: string) =>
  new UploadFailure(
    'register',
    new ApiError({
      status: 422,
      statusText: '',
      body: JSON.stringify({ status: 422, title: '', code, detail }),
    }),
  )
const needsPassword = () => askedFor('file-password-required', 'statement.pdf asks for a password.')
const wrongPassword = () => askedFor('file-password-wrong', 'That password didn’t work.')

/** A fake upload that waits until the test completes each file. */
function pausedSending() {
  const open = new Map<
    string,
    { observer: SendingObserver; sending: Sending; resolve: () => void; reject: (error: unknown) => void }
  >()
  const send = (sending: Sending, observer: SendingObserver) =>
    new Promise<void>((resolve, reject) => {
      observer.signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
      open.set(sending.file.name, { observer, sending, resolve, reject })
    })
  return {
    send,
    of: (name: string) => {
      const found = open.get(name)
      if (found === undefined) throw new Error(`${name} is not being sent`)
      return found
    },
    names: () => [...open.keys()],
  }
}

function setUp(parts: Partial<RunnerParts> = {}) {
  const sending = pausedSending()
  const reported: (UploadMessage & { variant: string })[] = []
  const onArrived = vi.fn<RunnerParts['onArrived']>(async () => {})
  let ids = 0
  const runner = createUploadRunner({
    kind: 'payslip',
    isSingle: false,
    send: sending.send,
    scale: async () => null,
    onArrived,
    notify: (message, variant) => reported.push({ ...message, variant }),
    newId: () => `id-${(ids += 1)}`,
    ...parts,
  })
  const steps = () => runner.getQueue().items.map(({ file, step }) => `${file.name} ${step}`)
  return { runner, sending, reported, onArrived, steps }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('several files at once', () => {
  test('uploads one after the other, and reports them together', async () => {
    const { runner, sending, reported, onArrived } = setUp()
    runner.choose([pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf')], 0)
    await settled()
    expect(sending.names()).toEqual(['a.pdf'])
    for (const name of ['a.pdf', 'b.pdf', 'c.pdf']) {
      expect(reported).toEqual([])
      sending.of(name).resolve()
      await settled()
    }
    expect(onArrived).toHaveBeenCalledTimes(3)
    expect(reported).toEqual([
      { title: 'Upload successful', description: '3 payslip(s) uploaded successfully.', variant: 'default' },
    ])
    expect(runner.getQueue()).toMatchObject({ items: [], arrived: 0 })
  })

  test('starts no file twice when more are chosen at once', async () => {
    const send = vi.fn<RunnerParts['send']>(async () => {})
    const { runner } = setUp({ send })
    runner.choose([pdf('a.pdf')], 0)
    runner.choose([pdf('b.pdf')], 0)
    await settled()
    expect(send.mock.calls.map(([{ file }]) => file.name)).toEqual(['a.pdf', 'b.pdf'])
  })

  test('counts uploads against the limit: refuses a seventh payslip', async () => {
    const { runner, reported } = setUp()
    runner.choose([pdf('a.pdf'), pdf('b.pdf')], 4)
    runner.choose([pdf('c.pdf')], 4)
    expect(reported[0]).toMatchObject({ title: 'Too many files', variant: 'destructive' })
    expect(runner.getQueue().items).toHaveLength(2)
    expect(runner.getQueue().notes).toEqual([
      { kind: 'skipped', text: 'You can only upload 6 payslips maximum.' },
    ])
  })

  test('reports progress in whole percent', async () => {
    const { runner, sending } = setUp()
    runner.choose([pdf('a.pdf')], 0)
    await settled()
    sending.of('a.pdf').observer.onProgress(0.428)
    expect(runner.getQueue().items[0]?.percent).toBe(43)
  })
})

describe('failures', () => {
  test('shows the catalogue’s text in a toast, a plain one in the list, and not behind successes', async () => {
    const { runner, sending, reported } = setUp()
    runner.choose([pdf('a.pdf'), pdf('b.pdf')], 0)
    await settled()
    sending.of('a.pdf').reject(new UploadFailure('transfer', refused(503, 'Service Unavailable')))
    await settled()
    sending.of('b.pdf').resolve()
    await settled()
    expect(reported).toEqual([
      {
        title: 'File upload failed',
        description: 'Failed to upload a.pdf. Failed to upload a.pdf: 503 Service Unavailable',
        variant: 'destructive',
      },
    ])
    expect(runner.getQueue().items[0]).toMatchObject({
      step: 'failed',
      failure: 'The service isn’t available right now. Please try again in a moment.',
    })
  })

  test('uploads the file again on retry', async () => {
    const { runner, sending, reported } = setUp()
    runner.choose([pdf('a.pdf')], 0)
    await settled()
    sending.of('a.pdf').reject(new UploadFailure('address', refused(500, 'Internal Server Error')))
    await settled()
    runner.retry('id-1')
    await settled()
    expect(sending.of('a.pdf').sending.sentTo).toBeNull()
    sending.of('a.pdf').resolve()
    await settled()
    expect(reported.map(({ title }) => title)).toEqual(['File upload failed', 'Upload successful'])
  })

  test('repeats only the registration if its response was lost', async () => {
    const { runner, sending } = setUp()
    runner.choose([pdf('a.pdf')], 0)
    await settled()
    sending.of('a.pdf').observer.onSent('/uploads/1?key=2')
    sending.of('a.pdf').reject(new UploadFailure('register', new NetworkError(true)))
    await settled()
    runner.retry('id-1')
    await settled()
    expect(sending.of('a.pdf').sending.sentTo).toBe('/uploads/1?key=2')
  })

  test('a single file that arrives takes the place of failed ones, and of what was wrong with others', async () => {
    const { runner, sending } = setUp({ kind: 'signedFais', isSingle: true })
    runner.choose([pdf('first.pdf')], 0)
    await settled()
    sending.of('first.pdf').reject(new UploadFailure('register', refused(415, 'Unsupported Media Type')))
    await settled()
    expect(runner.getQueue().items).toMatchObject([{ step: 'failed', isFinal: true }])
    runner.choose([pdf('second.pdf')], 0)
    await settled()
    sending.of('second.pdf').resolve()
    await settled()
    expect(runner.getQueue()).toMatchObject({ items: [], notes: [] })
  })

  test('forgets skipped files when the page is left, and failed ones only where another took their place', async () => {
    const { runner, sending } = setUp()
    runner.choose([new File(['x'], 'notes.txt', { type: 'text/plain' }), pdf('a.pdf')], 0)
    await settled()
    sending.of('a.pdf').reject(new UploadFailure('register', refused(503, 'Service Unavailable')))
    await settled()
    expect(runner.getQueue().notes).toHaveLength(1)
    runner.settle('left')
    expect(runner.getQueue()).toMatchObject({ notes: [], items: [{ step: 'failed' }] })
  })

  test('uploads a file again that the server refused', async () => {
    const { runner, sending } = setUp()
    runner.choose([pdf('a.pdf')], 0)
    await settled()
    sending.of('a.pdf').observer.onSent('/uploads/1?key=2')
    sending.of('a.pdf').reject(new UploadFailure('register', refused(415, 'Unsupported Media Type')))
    await settled()
    runner.retry('id-1')
    await settled()
    expect(sending.of('a.pdf').sending.sentTo).toBeNull()
  })

  test('does not report every file after sign-out', async () => {
    const { runner, sending, reported } = setUp()
    runner.choose([pdf('a.pdf')], 0)
    await settled()
    sending.of('a.pdf').reject(new UploadFailure('register', refused(401, 'Unauthorized')))
    await settled()
    expect(reported).toEqual([])
    expect(runner.getQueue().items).toEqual([])
  })
})

test('cancels silently and starts the next file', async () => {
  const { runner, sending, reported, steps } = setUp()
  runner.choose([pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf')], 0)
  await settled()
  runner.drop('id-1')
  await settled()
  expect(sending.of('a.pdf').observer.signal.aborted).toBe(true)
  expect(steps()).toEqual(['b.pdf sending', 'c.pdf waiting'])
  expect(reported).toEqual([])
})

test('cancels everything on stop, and reports the lost files', async () => {
  const { runner, sending, reported } = setUp()
  runner.choose([pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf')], 0)
  await settled()
  sending.of('a.pdf').resolve()
  await settled()
  runner.stop()
  await settled()
  expect(runner.getQueue().items).toEqual([])
  expect(sending.names()).toEqual(['a.pdf', 'b.pdf'])
  expect(reported).toEqual([
    { title: 'Upload cancelled', description: 'Not uploaded: b.pdf, c.pdf', variant: 'destructive' },
  ])
  runner.stop()
  expect(reported).toHaveLength(1)
})

test('cancels everything silently on abandon, and returns the lost files', async () => {
  const { runner, reported } = setUp()
  runner.choose([pdf('a.pdf'), pdf('b.pdf')], 0)
  await settled()
  expect(runner.abandon()).toEqual(['a.pdf', 'b.pdf'])
  await settled()
  expect([runner.getQueue().items, reported]).toEqual([[], []])
})

describe('a file that asks for a password', () => {
  /** A locked file with another one behind it. */
  async function locked(parts: Partial<RunnerParts> = {}) {
    const all = setUp(parts)
    all.runner.choose([pdf('statement.pdf'), pdf('b.pdf')], 0)
    await settled()
    all.sending.of('statement.pdf').observer.onSent('/uploads/1?key=2')
    all.sending.of('statement.pdf').reject(needsPassword())
    await settled()
    return { ...all, item: () => all.runner.getQueue().items[0] }
  }

  test('reports it at once, and does not block others', async () => {
    const { reported, steps, item } = await locked()
    expect(reported).toEqual([
      {
        title: 'Password needed',
        description: 'statement.pdf needs a password. Please enter it next to the file.',
        variant: 'default',
      },
    ])
    expect(steps()).toEqual(['statement.pdf locked', 'b.pdf sending'])
    expect(item()).toMatchObject({ opening: false, failure: null })
  })

  test('tries the password once on the uploaded file; reports a wrong one and attaches with the right one', async () => {
    const { runner, sending, reported, item } = await locked()
    sending.of('b.pdf').resolve()
    await settled()
    reported.length = 0
    const sent = () => sending.of('statement.pdf').sending
    runner.unlock('id-1', 'one')
    await settled()
    expect(sent()).toMatchObject({ password: 'one', sentTo: '/uploads/1?key=2', fileId: 'id-1' })
    expect(item()).toMatchObject({ opening: true, failure: null })
    sending.of('statement.pdf').reject(wrongPassword())
    await settled()
    expect(item()).toMatchObject({
      step: 'locked',
      opening: false,
      failure: 'That password didn’t work.',
    })
    expect(reported).toEqual([])

    runner.unlock('id-1', '8001015009087')
    await settled()
    expect(sent().password).toBe('8001015009087')
    sending.of('statement.pdf').resolve()
    await settled()
    expect(reported.map(({ title }) => title)).toEqual(['Upload successful'])
    expect(runner.getQueue().items).toEqual([])
  })

  test('waits for its turn', async () => {
    const { runner, sending, steps, item } = await locked()
    runner.unlock('id-1', 'one')
    await settled()
    expect(steps()).toEqual(['statement.pdf waiting', 'b.pdf sending'])
    expect(item()?.opening).toBe(true)
    sending.of('b.pdf').resolve()
    await settled()
    expect(sending.of('statement.pdf').sending.password).toBe('one')
  })

  test('drops the password: a retry for another reason sends none', async () => {
    const { runner, sending, item } = await locked()
    sending.of('b.pdf').resolve()
    await settled()
    runner.unlock('id-1', 'one')
    await settled()
    sending.of('statement.pdf').reject(new UploadFailure('register', refused(503, 'Service Unavailable')))
    await settled()
    expect(item()).toMatchObject({ step: 'failed', opening: false, sentTo: '/uploads/1?key=2' })
    runner.retry('id-1')
    await settled()
    expect(sending.of('statement.pdf').sending).toMatchObject({
      password: undefined,
      sentTo: '/uploads/1?key=2',
    })
  })

  test('is reported as lost on stop', async () => {
    const stopped = await locked()
    stopped.reported.length = 0
    stopped.runner.stop()
    expect(stopped.reported.map(({ description }) => description)).toEqual([
      'Not uploaded: statement.pdf, b.pdf',
    ])
    expect((await locked()).runner.abandon()).toEqual(['statement.pdf', 'b.pdf'])
  })
})

describe('oversized photos', () => {
  test('are scaled down with a note, and sent', async () => {
    const smaller = photo('slip.jpg', MEGABYTE)
    const { runner, sending } = setUp({ scale: async () => smaller })
    runner.choose([photo('slip.jpg', 3 * MEGABYTE)], 0)
    await settled()
    expect(sending.of('slip.jpg').sending.file).toBe(smaller)
    expect(runner.getQueue().notes).toEqual([
      { kind: 'smaller', text: 'We reduced slip.jpg from 3 MB to 1 MB so that it fits.' },
    ])
  })

  test.each(['image/heic', 'image/tiff'])(
    'are sent in %s if this browser cannot open them: the server converts them',
    async (type) => {
      const scan = new File([new Uint8Array(3 * MEGABYTE)], 'scan', { type })
      const { runner, sending, reported } = setUp()
      runner.choose([scan], 0)
      await settled()
      expect(sending.of('scan').sending.file).toBe(scan)
      expect(reported).toEqual([])
    },
  )

  test('are refused in HEIC above the server’s limit', async () => {
    const { runner, reported } = setUp()
    runner.choose([new File([new Uint8Array(11 * MEGABYTE)], 'scan.heic', { type: 'image/heic' })], 0)
    await settled()
    expect(reported).toMatchObject([
      { description: 'scan.heic is larger than 10MB. Please compress the file and try again.' },
    ])
  })

  test('are skipped with the default text if no readable size fits', async () => {
    const { runner, reported, steps } = setUp()
    runner.choose([photo('slip.jpg', 3 * MEGABYTE)], 0)
    await settled()
    expect(steps()).toEqual([])
    expect(reported).toEqual([
      {
        title: 'File too large',
        description: 'slip.jpg is larger than 2MB. Please compress the file and try again.',
        variant: 'destructive',
      },
    ])
  })
})

test.each(['', 'application/octet-stream', 'application/vnd.pdf', 'text/pdf'])(
  'sends a PDF announced as "%s" as a PDF',
  async (type) => {
    const { runner, sending } = setUp()
    runner.choose([new File(['%PDF-1.7'], 'march', { type })], 0)
    await vi.waitFor(() => expect(sending.of('march').sending.file.type).toBe('application/pdf'))
  },
)

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sendFile, withoutQuery, type Sending } from './send-file.ts'
import { UploadFailure } from './upload-failure.ts'

/** A fake XMLHttpRequest: reports progress, then responds. */
class FakeRequest extends EventTarget {
  static answer = { status: 200, statusText: 'OK' }
  /** The response to the first file, if different: null for a broken connection. */
  static first: { status: number; statusText: string } | null | undefined
  static sent: { address: string; type: string }[] = []
  upload = new EventTarget()
  withCredentials = false
  status = 0
  statusText = ''
  responseText = ''
  private address = ''
  private type = ''

  open(_method: string, address: string) {
    this.address = address
  }
  setRequestHeader(_name: string, value: string) {
    this.type = value
  }
  send() {
    FakeRequest.sent.push({ address: this.address, type: this.type })
    this.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 1, total: 2 }))
    const { first = FakeRequest.answer } = FakeRequest
    FakeRequest.first = undefined
    if (first !== null) Object.assign(this, first)
    this.dispatchEvent(new Event(first === null ? 'error' : 'load'))
  }
}

/** Node has no ProgressEvent. */
class ProgressEvent extends Event {
  readonly loaded: number
  readonly total: number
  constructor(type: string, { loaded, total }: { loaded: number; total: number }) {
    super(type)
    this.loaded = loaded
    this.total = total
  }
}

const ADDRESS = '/api/uploads/u1?token=secret'
const calls: { path: string; body: unknown }[] = []
let answers: Record<string, () => Response>

beforeEach(() => {
  calls.length = 0
  FakeRequest.sent = []
  FakeRequest.answer = { status: 200, statusText: 'OK' }
  FakeRequest.first = undefined
  answers = {
    '/api/objects/upload': () => Response.json({ uploadURL: ADDRESS }),
    '/api/payslip-uploads': () => Response.json({ objectPath: '/objects/1', id: 'x' }),
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  vi.stubGlobal('location', new URL('http://localhost/'))
  vi.stubGlobal('fetch', async (path: string, init: { body: string }) => {
    calls.push({ path, body: JSON.parse(init.body) })
    return answers[path]?.() ?? new Response('', { status: 404 })
  })
})
afterEach(() => vi.unstubAllGlobals())

const file = new File(['%PDF-1.7'], 'march.pdf', { type: 'application/pdf' })
const sending = (change: Partial<Sending> = {}): Sending => ({
  kind: 'payslip',
  file,
  fileId: 'f1',
  sentTo: null,
  ...change,
})
const observer = () => ({
  signal: new AbortController().signal,
  onProgress: vi.fn<(share: number) => void>(),
  onSent: vi.fn<(address: string) => void>(),
})
const stageOf = async (run: Promise<void>) => {
  const error: unknown = await run.catch((reason: unknown) => reason)
  return error instanceof UploadFailure ? error.stage : error
}

test('requests an address, uploads the file, and registers it without the secret part of the address', async () => {
  const watched = observer()
  await sendFile(sending(), watched)
  expect(calls).toEqual([
    {
      path: '/api/objects/upload',
      body: { purpose: 'payslip', contentType: 'application/pdf', size: 8 },
    },
    { path: '/api/payslip-uploads', body: { payslipURL: '/api/uploads/u1', fileName: 'march.pdf' } },
  ])
  expect(FakeRequest.sent).toEqual([{ address: ADDRESS, type: 'application/pdf' }])
  expect(watched.onProgress).toHaveBeenCalledWith(0.5)
  expect(watched.onSent).toHaveBeenCalledWith(ADDRESS)
})

test('only registers a file that was uploaded before', async () => {
  await sendFile(sending({ sentTo: ADDRESS }), observer())
  expect(calls.map(({ path }) => path)).toEqual(['/api/payslip-uploads'])
  expect(FakeRequest.sent).toEqual([])
})

describe('an address that may have expired', () => {
  const FORBIDDEN = { status: 403, statusText: 'Forbidden' }
  const BUCKET = 'https://bucket.example/uploads/u1?X-Amz-Signature=1'

  beforeEach(() => vi.stubGlobal('navigator', { onLine: true }))

  async function outcomeOf(address: string, first: typeof FakeRequest.first) {
    let asked = 0
    answers['/api/objects/upload'] = () => {
      asked += 1
      return Response.json({ uploadURL: asked === 1 ? address : `${address}2` })
    }
    FakeRequest.first = first
    const outcome = await stageOf(sendFile(sending(), observer()))
    return { outcome, sent: FakeRequest.sent.map((one) => one.address) }
  }

  test.each([
    ['is refused', ADDRESS, FORBIDDEN],
    ['is refused by a bucket', BUCKET, FORBIDDEN],
    ['is refused by a bucket whose refusals a page cannot read', BUCKET, null],
  ])('requests another one because it %s, and uploads to that', async (_, address, first) => {
    expect(await outcomeOf(address, first)).toEqual({ outcome: undefined, sent: [address, `${address}2`] })
    expect(calls.at(-1)?.path).toBe('/api/payslip-uploads')
  })

  test('fails after the second one', async () => {
    FakeRequest.answer = FORBIDDEN
    const { outcome, sent } = await outcomeOf(BUCKET, FORBIDDEN)
    expect([outcome, sent.length]).toEqual(['transfer', 2])
  })

  test.each([
    ['this server does not answer', ADDRESS, null, true],
    ['the computer is offline', BUCKET, null, false],
    ['the bucket is out of order', BUCKET, { status: 500, statusText: 'Internal Server Error' }, true],
  ])('does not retry when %s', async (_, address, first, onLine) => {
    vi.stubGlobal('navigator', { onLine })
    const { outcome, sent } = await outcomeOf(address, first)
    expect([outcome, sent.length]).toEqual(['transfer', 1])
  })
})

describe('names the failed call', () => {
  test('the upload of a file that changed since it was chosen', async () => {
    FakeRequest.first = null
    const changed = new File(['%PDF-1.7'], 'march.pdf', { type: 'application/pdf' })
    changed.slice = () => {
      throw new DOMException('The file could not be read', 'NotReadableError')
    }
    const failure: unknown = await sendFile(sending({ file: changed }), observer()).catch(
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(UploadFailure)
    expect(failure).toMatchObject({ stage: 'transfer', cause: { name: 'UnreadableFileError' } })
  })

  test('the address request', async () => {
    answers['/api/objects/upload'] = () => new Response('', { status: 429 })
    expect(await stageOf(sendFile(sending(), observer()))).toBe('address')
    expect(FakeRequest.sent).toEqual([])
  })
  test('the upload', async () => {
    FakeRequest.answer = { status: 413, statusText: 'Content Too Large' }
    expect(await stageOf(sendFile(sending(), observer()))).toBe('transfer')
    expect(calls).toHaveLength(1)
  })
  test('the registration', async () => {
    answers['/api/payslip-uploads'] = () => new Response('', { status: 409 })
    expect(await stageOf(sendFile(sending(), observer()))).toBe('register')
  })
})

test('does not report a cancelled file as a failure', async () => {
  const cancel = new AbortController()
  cancel.abort()
  answers['/api/objects/upload'] = () => {
    throw new DOMException('cancelled', 'AbortError')
  }
  const outcome = await stageOf(sendFile(sending(), { ...observer(), signal: cancel.signal }))
  expect(outcome).toBeInstanceOf(DOMException)
})

test.each([
  ['https://bucket.example/key?X-Amz-Signature=1', 'https://bucket.example/key'],
  ['/api/uploads/1', '/api/uploads/1'],
])('registers %s as %s', (address, registered) => expect(withoutQuery(address)).toBe(registered))

import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteAct } from './activity.ts'
import { addressOf, ApiError, call, isAbort, NetworkError } from './api.ts'
import { anotherUser, holdReads, sessionUsed, setShownUser, signedOutElsewhere } from './request.ts'

let server: Server
let answer: RequestListener
const received: {
  method?: string
  url?: string
  type?: string
  ifMatch?: string
  userId?: unknown
  background?: unknown
  body: string
}[] = []

beforeEach(async () => {
  received.length = 0
  // Other files' tests share this module.
  setShownUser(undefined)
  noteAct({ isTrusted: true })
  server = createServer(async (request, response) => {
    const chunks = await request.toArray()
    received.push({
      method: request.method,
      url: request.url,
      type: request.headers['content-type'],
      ifMatch: request.headers['if-match'],
      userId: request.headers['x-user-id'],
      background: request.headers['x-background'],
      body: Buffer.concat(chunks).toString(),
    })
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const realFetch = globalThis.fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    realFetch(`http://127.0.0.1:${port}${path}`, init),
  )
})

afterEach(async () => {
  vi.unstubAllGlobals()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

function answerWith(status: number, body: string, headers: Record<string, string> = {}): void {
  answer = (_request, response) => response.writeHead(status, headers).end(body)
}

const problem = {
  title: 'Please check your entries',
  status: 400,
  detail: 'Please check the highlighted fields.',
  errors: [{ path: 'username', message: 'Valid email is required' }],
}

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await promise.then(
    () => new Error('it did not fail'),
    (thrown: unknown) => thrown,
  )
  if (error instanceof ApiError) return error
  throw error
}

test('sends method, path, JSON and If-Match, and returns the JSON', async () => {
  answerWith(200, '{"id":"1","version":8}', { 'content-type': 'application/json' })
  const application = await call('PUT /api/application', {
    body: { city: 'Hermanus' },
    ifMatch: '"1f2e3d4c5b6a-7"',
  })
  expect(application).toEqual({ id: '1', version: 8 })
  expect(received).toEqual([
    {
      method: 'PUT',
      url: '/api/application',
      type: 'application/json',
      ifMatch: '"1f2e3d4c5b6a-7"',
      userId: undefined,
      body: '{"city":"Hermanus"}',
    },
  ])
})

test('names the user whom the page shows, and reports a session of another user', async () => {
  const notified = vi.fn<() => void>()
  const end = anotherUser.subscribe(notified)
  setShownUser('0198c0de-0000-7000-8000-1f2e3d4c5b6a')
  answerWith(409, JSON.stringify({ ...problem, status: 409, code: 'another-user' }))
  await failureOf(call('GET /api/application'))
  await failureOf(call('GET /api/user'))
  setShownUser(undefined)
  await failureOf(call('POST /api/logout'))
  end()
  expect(received.map(({ userId }) => userId)).toEqual([
    '0198c0de-0000-7000-8000-1f2e3d4c5b6a',
    undefined,
    undefined,
  ])
  expect(notified).toHaveBeenCalledTimes(3)
})

test('sends no body if there is none', async () => {
  answerWith(204, '')
  expect(await call('POST /api/logout')).toBeUndefined()
  expect(received[0]).toMatchObject({ method: 'POST', url: '/api/logout', type: undefined, body: '' })
})

test('returns a file as a Blob', async () => {
  answerWith(200, '%PDF-1.7', { 'content-type': 'application/pdf', 'content-disposition': 'attachment' })
  const letter = await call('GET /api/fais-document')
  expect(letter).toMatchObject({ type: 'application/pdf', size: 8 })
})

test.each([
  [addressOf('/api/user'), '/api/user'],
  [addressOf('/api/documents/{id}', { id: 'a/b?c' }), '/api/documents/a%2Fb%3Fc'],
  [addressOf('/objects/uploads/{id}', { id: 'x' }, { inline: '1' }), '/objects/uploads/x?inline=1'],
  [addressOf('/api/list', undefined, { search: 'van der', status: undefined }), '/api/list?search=van+der'],
])('fills in an address: %s', (address, expected) => {
  expect(address).toBe(expected)
})

test('types a call by the contract', () => {
  const mistakes = [
    // @ts-expect-error a body is required
    () => call('POST /api/login'),
    // @ts-expect-error the password is missing
    () => call('POST /api/login', { body: { username: 'thandi@example.com' } }),
    // @ts-expect-error there is no such call
    () => call('GET /api/missing'),
    // @ts-expect-error the id is missing
    () => call('DELETE /api/documents/{id}', {}),
  ]
  expect(mistakes).toHaveLength(4)
})

test('turns a problem into an error with the specified message and a plain text', async () => {
  const body = JSON.stringify(problem)
  answerWith(400, body, { 'content-type': 'application/problem+json; charset=utf-8' })
  const error = await failureOf(call('GET /api/user'))
  expect(error.message).toBe(`400: ${body}`)
  expect(error).toMatchObject({ status: 400, detail: problem.detail, problem })
  expect(error.fields).toEqual({ username: 'Valid email is required' })
})

test.each([
  [502, '<html>Bad gateway</html>', '502: <html>Bad gateway</html>', 'The service isn’t available right now'],
  [503, '', '503: Service Unavailable', 'The service isn’t available right now'],
  [500, '{"error":"x"}', '500: {"error":"x"}', 'Something went wrong on our side'],
  [418, '{"title":1}', '418: {"title":1}', 'Something went wrong on our side'],
  [400, '{"title":"a","status":400,"detail":"b","errors":[1]}', '400: {"title', 'Something went wrong'],
  [413, 'null', '413: null', 'too large'],
])('has a text for response %i of %j', async (status, body, message, detail) => {
  answerWith(status, body)
  const error = await failureOf(call('GET /api/user'))
  expect(error.message).toContain(message)
  expect(error.detail).toContain(detail)
  expect(error).toMatchObject({ status, problem: null, fields: {} })
})

test('rejects a page instead of JSON', async () => {
  answerWith(200, '<!doctype html>', { 'content-type': 'text/html' })
  const error = await failureOf(call('GET /api/user'))
  expect(error).toMatchObject({ status: 200, message: '200: <!doctype html>' })
})

test('reports a closed connection in plain words, at once or in the middle of the response', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  answer = (request) => request.socket.destroy()
  const atOnce = await failureOf(call('GET /api/user'))
  expect(atOnce).toBeInstanceOf(NetworkError)
  expect(atOnce).toMatchObject({ status: 0, message: atOnce.detail })
  expect(atOnce.detail).toContain('We can’t be reached right now')
  answer = (request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{"id":')
    setTimeout(() => request.socket.destroy(), 20)
  }
  expect(await failureOf(call('GET /api/user'))).toBeInstanceOf(NetworkError)
})

test('reports that the browser is offline', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  answer = (request) => request.socket.destroy()
  expect((await failureOf(call('GET /api/user'))).detail).toContain('You seem to be offline')
})

test('ends an aborted call as an abort, not as a failure', async () => {
  answer = () => undefined
  const controller = new AbortController()
  const calling = call('GET /api/user', { signal: controller.signal }).catch((error: unknown) => error)
  setTimeout(() => controller.abort(), 20)
  const error = await calling
  expect(isAbort(error)).toBe(true)
  expect(error).not.toBeInstanceOf(ApiError)
})

test('notifies of a 401 and of a success with a session, not of others', async () => {
  const news: string[] = []
  const silence = [
    signedOutElsewhere.subscribe(() => news.push('signed out')),
    sessionUsed.subscribe(() => news.push('used')),
  ]
  answerWith(401, '')
  await failureOf(call('GET /api/application'))
  answerWith(403, '')
  await failureOf(call('GET /api/application'))
  answerWith(200, '{}')
  await call('GET /api/branding')
  await call('POST /api/request-password-reset', { body: { username: 'thandi@example.com' } })
  await call('GET /api/user')
  for (const end of silence) end()
  noteAct({ isTrusted: true })
  await call('GET /api/user')
  expect(news).toEqual(['signed out', 'used'])
})

test('a page that no one uses extends the session once, and again after the next act', async () => {
  let used = 0
  const silence = sessionUsed.subscribe(() => (used += 1))
  answerWith(503, '')
  await failureOf(call('GET /api/user'))
  answerWith(200, '{}')
  // A call that extends nothing leaves the act to the next one.
  await call('GET /api/branding')
  for (let polls = 0; polls < 3; polls += 1) await call('GET /api/user')
  noteAct({ isTrusted: false })
  await call('GET /api/user')
  noteAct({ isTrusted: true })
  await call('GET /api/user')
  await call('GET /api/user')
  silence()
  const marks = received.map(({ background }) => background)
  expect(marks).toEqual([undefined, undefined, undefined, '1', '1', '1', undefined, '1'])
  expect(used).toBe(2)
})

test('holds reads during sign-out and nothing else, and answers them if the user stays', async () => {
  answerWith(200, '{"id":"1"}', { 'content-type': 'application/json' })
  const endHold = holdReads()
  const read = call('GET /api/application')
  await call('POST /api/logout')
  expect(received.map(({ url }) => url)).toEqual(['/api/logout'])
  endHold(true)
  expect(await read).toEqual({ id: '1' })
  expect(received.map(({ url }) => url)).toEqual(['/api/logout', '/api/application'])
})

test('aborts held reads after sign-out, and sends later ones', async () => {
  answerWith(200, '{"id":"1"}', { 'content-type': 'application/json' })
  const endHold = holdReads()
  const read = call('GET /api/application')
  endHold(false)
  await expect(read).rejects.toSatisfy(isAbort)
  expect(received).toEqual([])
  expect(await call('GET /api/application')).toEqual({ id: '1' })
})

import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { EICAR, prepareClamd, whyNoClamd, type TestClamd } from '#test/support/clamd.ts'
import { makePdf } from '#test/support/files.ts'
import { askClamd } from './clamd.ts'
import { createVirusScanner } from './scanner.ts'

const LIMIT_MS = 20_000
const missing = whyNoClamd()

describe.skipIf(missing !== null)(`a real scanner (${missing ?? 'clamd'})`, () => {
  let clamd: TestClamd
  beforeAll(async () => {
    clamd = prepareClamd()
    await clamd.start()
  })
  afterAll(() => clamd.remove())

  test('passes harmless files', async () => {
    expect(await askClamd(clamd.url, await makePdf(), LIMIT_MS)).toEqual({ is: 'clean' })
    expect(await askClamd(clamd.url, await makePdf({ size: 10_485_760 }), LIMIT_MS)).toEqual({ is: 'clean' })
  })

  test('names a virus, also inside a PDF', async () => {
    const found = { is: 'infected', virus: 'Test.Eicar.UNOFFICIAL' }
    expect(await askClamd(clamd.url, Buffer.from(EICAR), LIMIT_MS)).toEqual(found)
    const pdf = Buffer.concat([await makePdf(), Buffer.from(`\n% ${EICAR}\n`)])
    expect(await askClamd(clamd.url, pdf, LIMIT_MS)).toEqual(found)
  })
})

/** A fake clamd. */
let fake: Server | undefined
afterEach(() => {
  fake?.close()
  fake = undefined
})

async function stand(behave: (socket: Socket) => void): Promise<{ url: URL; calls: () => number }> {
  let calls = 0
  fake = createServer((socket) => {
    calls += 1
    socket.on('error', () => undefined)
    behave(socket)
  }).listen(0, '127.0.0.1')
  await once(fake, 'listening')
  const address = fake.address()
  if (address === null || typeof address === 'string') throw new Error('There is no port.')
  return { url: new URL(`tcp://127.0.0.1:${address.port}`), calls: () => calls }
}

const answers = (text: string) => (socket: Socket) => {
  socket.resume()
  socket.end(text)
}

describe('an invalid answer of clamd never passes a file', () => {
  test.each([
    ['nothing, for ever', (socket: Socket) => void socket.resume(), 'took too long'],
    ['hangs up at once', (socket: Socket) => void socket.destroy(), ''],
    ['hangs up without a word', answers(''), 'It answered ""'],
    ['garbage', answers('HTTP/1.1 200 OK\r\n\r\n'), 'HTTP/1.1'],
    ['an error', answers('INSTREAM size limit exceeded. ERROR\0'), 'size limit'],
    ['half an answer', answers('stream: OK'), 'stream: OK'],
    ['another answer before it', answers('x\nstream: OK\0'), 'stream: OK'],
    ['two answers', answers('stream: OK\0stream: Eicar FOUND\0'), 'FOUND'],
    ['very much', answers('stream: OK\0'.repeat(10_000)), 'stream: OK'],
  ])('%s', async (_, behave, why) => {
    const { url } = await stand(behave)
    const verdict = await askClamd(url, await makePdf(), 500)
    expect(verdict).toEqual({ is: 'unknown', why: expect.stringContaining(why) })
  })

  test('no listener', async () => {
    const { url } = await stand(() => undefined)
    fake?.close()
    await once(fake ?? createServer(), 'close')
    expect(await askClamd(url, await makePdf(), LIMIT_MS)).toMatchObject({ is: 'unknown' })
    const nowhere = new URL('unix:///nowhere/clamd.sock')
    expect(await askClamd(nowhere, await makePdf(), LIMIT_MS)).toMatchObject({ is: 'unknown' })
  })
})

test('an unresponsive scanner is skipped while a user waits, but used in the background', async () => {
  const { url, calls } = await stand(answers('?'))
  const scanner = createVirusScanner({ clamdUrl: url })
  const file = await makePdf()
  expect(await scanner?.scanNow(file)).toMatchObject({ is: 'unknown' })
  expect(await scanner?.scanNow(file)).toEqual({ is: 'unknown', why: 'It did not answer a moment ago.' })
  expect(calls()).toBe(1)
  await scanner?.scanPatiently(file)
  expect(calls()).toBe(2)
})

test('without an address there is no scanner', () => {
  expect(createVirusScanner({ clamdUrl: undefined })).toBeNull()
})

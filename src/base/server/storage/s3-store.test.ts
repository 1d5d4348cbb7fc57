import { SpanKind } from '@opentelemetry/api'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openTracer } from '#base/server/tracing/open-tracer.ts'
import { traced } from '#base/server/tracing/span.ts'
import { startCollector } from '#test/support/collector.ts'
import { heardLog } from '#test/support/heard-log.ts'
import { newKey } from './object-key.ts'
import { createS3Store } from './s3-store.ts'

const keys = { accessKeyId: 'key', secretAccessKey: 'secret' }

test.each([
  ['files', 'us-east-1', undefined, 'https://files.s3.us-east-1.amazonaws.com'],
  ['files', 'af-south-1', undefined, 'https://files.s3.af-south-1.amazonaws.com'],
  ['files', 'cn-north-1', undefined, 'https://files.s3.cn-north-1.amazonaws.com.cn'],
  ['files.firm.example', 'af-south-1', undefined, 'https://s3.af-south-1.amazonaws.com'],
  ['files', 'us-east-1', 'http://127.0.0.1:9000', 'http://127.0.0.1:9000'],
])('addresses of %s in %s, with the endpoint %s, are allowed by the content policy', async (...given) => {
  const [bucket, region, endpoint, origin] = given
  const store = createS3Store({ bucket, region, endpoint, ...keys })
  const now = new Date('2026-11-20T08:00:00Z')
  const terms = { contentType: 'image/png', bytes: 5, now, lifetimeSeconds: 900 }
  const address = new URL((await store.presignUpload?.(newKey('uploads'), terms)) ?? '')
  expect(store.uploadOrigin).toBe(origin)
  expect(address.origin).toBe(origin)
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    'X-Amz-SignedHeaders': 'content-length;content-type;host',
    'X-Amz-Date': '20261120T080000Z',
    'X-Amz-Expires': '900',
  })
})

/**
 * A fake store with given responses.
 *
 * @returns the number of requests, and a bucket
 */
async function standIn(answer: RequestListener) {
  const seen = { asked: 0 }
  const server = createServer((request, response) => {
    seen.asked += 1
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const store = createS3Store({ bucket: 'files', region: 'us-east-1', endpoint, ...keys })
  return { seen, store }
}

const unavailable = {
  kind: 'unavailable',
  message: 'We can’t open files right now. Please try again in a moment.',
}

test('a bucket that answers 500 is paused after five calls, and callers get a retry hint', async () => {
  const { seen, store } = await standIn((_, response) => response.writeHead(500).end())
  for (let call = 0; call < 5; call += 1) {
    await expect(store.get(newKey('documents'))).rejects.toMatchObject({
      ...unavailable,
      retryAfterSeconds: 10,
    })
  }
  const { asked } = seen
  await expect(store.get(newKey('documents'))).rejects.toMatchObject({
    ...unavailable,
    retryAfterSeconds: expect.toSatisfy((seconds: number) => seconds > 0 && seconds <= 10) as number,
  })
  expect(seen.asked).toBe(asked)
})

test('a missing object is no failure of the bucket', async () => {
  const { store } = await standIn((_, response) =>
    response
      .writeHead(404, { 'content-type': 'application/xml' })
      .end('<Error><Code>NoSuchKey</Code></Error>'),
  )
  for (let call = 0; call < 8; call += 1) expect(await store.get(newKey('documents'))).toBeNull()
})

test('an unresponsive bucket is given up within ten seconds', async () => {
  const { store } = await standIn(() => undefined)
  const from = performance.now()
  await expect(store.get(newKey('documents'))).rejects.toMatchObject(unavailable)
  // Tolerance for a busy machine; two attempts of ten seconds each would not pass.
  expect(performance.now() - from).toBeLessThan(15_000)
}, 40_000)

test('a bucket receives the trace context, unsigned; nothing without tracing', async () => {
  const traceparents: unknown[] = []
  const { store } = await standIn(({ headers }, response) => {
    traceparents.push(headers.traceparent)
    expect(headers.authorization).not.toContain('traceparent')
    response.writeHead(404).end()
  })
  await store.get(newKey('documents'))
  const collector = await startCollector()
  const { tracer, stop } = await openTracer({ otlpEndpoint: collector.endpoint }, 'a test', heardLog().log)
  onTestFinished(async () => {
    await stop()
    await collector.close()
  })
  let signed = ''
  const start = { name: 'work', kind: SpanKind.INTERNAL, attributes: {} }
  const traceId = await traced(tracer, start, async (root) => {
    await store.get(newKey('documents'))
    const terms = { contentType: 'image/png', bytes: 5, now: new Date(), lifetimeSeconds: 900 }
    signed = (await store.presignUpload?.(newKey('uploads'), terms)) ?? ''
    return root?.spanContext().traceId
  })
  expect(traceparents).toEqual([
    undefined,
    expect.stringMatching(new RegExp(`^00-${traceId}-[\\da-f]{16}-01$`, 'u')),
  ])
  expect(new URL(signed).searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host')
  expect(signed).not.toContain('traceparent')
})

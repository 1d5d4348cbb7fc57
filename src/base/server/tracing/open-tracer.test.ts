import { SpanKind } from '@opentelemetry/api'
import { expect, onTestFinished, test } from 'vitest'
import { startCollector } from '#test/support/collector.ts'
import { heardLog } from '#test/support/heard-log.ts'
import { openTracer } from './open-tracer.ts'
import { traced } from './span.ts'

const start = { name: 'work', kind: SpanKind.INTERNAL, attributes: {} }

async function open() {
  const collector = await startCollector()
  onTestFinished(() => collector.close())
  const { log, heard } = heardLog()
  const { tracer, stop } = await openTracer({ otlpEndpoint: collector.endpoint }, 'a test', log)
  const makeSpan = () => traced(tracer, start, () => Promise.resolve())
  return { collector, heard, stop, makeSpan }
}

test('a stopping server exports the rest', async () => {
  const { collector, stop, makeSpan } = await open()
  for (let count = 0; count < 700; count += 1) await makeSpan()
  await stop()
  expect(collector.spans()).toHaveLength(700)
})

test('a rejecting collector is logged once, and once when it accepts spans again', async () => {
  const { collector, heard, stop, makeSpan } = await open()
  onTestFinished(stop)
  const logged = (message: string) => heard().split(message).length - 1
  let isBack = false
  collector.answer((response) => response.writeHead(isBack ? 200 : 400).end('{}'))
  await makeSpan()
  await expect.poll(() => logged('sending traces failed')).toBe(1)
  await makeSpan()
  await expect.poll(collector.asked).toBeGreaterThan(1)
  isBack = true
  await makeSpan()
  await expect.poll(() => logged('sending traces works again')).toBe(1)
  expect(logged('sending traces failed')).toBe(1)
})

test('an unresponsive collector delays a stop by two seconds at most', async () => {
  const { collector, stop, makeSpan } = await open()
  collector.answer(() => undefined)
  await makeSpan()
  const began = performance.now()
  await stop()
  expect(performance.now() - began).toBeLessThan(3000)
})

test('without a collector nothing is traced', async () => {
  const { tracer } = await openTracer({ otlpEndpoint: undefined }, 'a test', heardLog().log)
  expect(tracer).toBeNull()
})

import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { startCollector, type Collector } from '#test/support/collector.ts'
import { openOutlet, type OtlpOutlet } from './outlet.ts'
import { begin, end, inSpan, kinds, type Span } from './span.ts'
import { createTracer } from './tracer.ts'

const sender = { version: '1.0.0', name: 'a test' }
const named = { name: 'work', kind: kinds.inside, facts: {} }
const MOST = 4096

let collector: Collector
let said: string[] = []
beforeEach(async () => {
  said = []
  collector = await startCollector()
})
afterEach(() => collector.close())

function open(endpoint: URL = collector.endpoint): OtlpOutlet {
  const say = (...given: unknown[]) => void said.push(String(given.at(-1)))
  const outlet = openOutlet(endpoint, { sender, log: { warn: say, info: say }, pauseMs: 10 })
  onTestFinished(() => outlet.stop())
  return outlet
}

function someSpans(count: number): Span[] {
  return Array.from({ length: count }, () => {
    const span = begin(named, null)
    end(span)
    return span
  })
}

test('what waits when a server stops is sent first', async () => {
  const outlet = open()
  outlet.take(someSpans(700))
  await outlet.stop()
  expect(collector.spans()).toHaveLength(700)
  expect(outlet.figures).toEqual({ sent: 700, dropped: 0 })
})

test('an address with a path keeps it', async () => {
  const outlet = open(new URL('/elsewhere/', collector.endpoint))
  outlet.take(someSpans(1))
  await expect.poll(() => outlet.figures.dropped).toBe(1)
  expect(said).toEqual(['traces cannot be sent; up to a bound they wait'])
})

test('a collector that is away is waited for, up to a bound; the rest is dropped and counted; said once', async () => {
  collector.answer((response) => response.writeHead(503).end())
  const outlet = open()
  outlet.take(someSpans(MOST))
  outlet.take(someSpans(3))
  await expect.poll(collector.asked).toBeGreaterThan(2)
  expect(outlet.figures).toEqual({ sent: 0, dropped: 3 })
  expect(said).toHaveLength(1)
})

test('what waited is sent when the collector is back', async () => {
  const dead = await startCollector()
  await dead.close()
  let isBack = false
  collector.answer((response) => response.writeHead(isBack ? 200 : 429).end())
  const outlet = open()
  outlet.take(someSpans(5))
  await expect.poll(collector.asked).toBeGreaterThan(0)
  expect(outlet.figures.sent).toBe(0)
  isBack = true
  await expect.poll(() => outlet.figures.sent, { timeout: 5000 }).toBe(5)
  expect(said.at(-1)).toBe('traces can be sent again')
})

test('nothing listens at its address: a stop is over all the same, and so is one whose collector says nothing', async () => {
  const dead = await startCollector()
  await dead.close()
  collector.answer(() => undefined)
  for (const endpoint of [dead.endpoint, collector.endpoint]) {
    const outlet = open(endpoint)
    outlet.take(someSpans(5))
    await wait(50)
    const began = performance.now()
    await outlet.stop()
    expect(performance.now() - began).toBeLessThan(3000)
  }
})

test('a second has so many traces, and those of faults have places of their own', () => {
  let now = 0
  const taken: Span[] = []
  const figures = { sent: 0, dropped: 0 }
  const outlet = {
    figures,
    take: (spans: readonly Span[]) => void taken.push(...spans),
    miss: (count: number) => void (figures.dropped += count),
  }
  const tracer = createTracer(outlet, () => now)
  const trace = (failed: boolean) => {
    const opened = tracer.open(named)
    opened.root.failed = failed
    tracer.close(opened)
  }
  for (let count = 0; count < 300; count += 1) trace(false)
  expect(taken).toHaveLength(200)
  expect(figures.dropped).toBe(100)
  trace(true)
  expect(taken).toHaveLength(201)
  now = 1000
  for (let count = 0; count < 100; count += 1) trace(false)
  expect(taken).toHaveLength(251)
})

test('work of thousands of parts is told of by its beginning, and the rest counted', async () => {
  const outlet = open()
  await createTracer(outlet).run(named, async () => {
    for (let part = 0; part < 600; part += 1) await inSpan(named, () => Promise.resolve())
  })
  await outlet.stop()
  expect(collector.spans()).toHaveLength(501)
  expect(outlet.figures).toEqual({ sent: 501, dropped: 100 })
})

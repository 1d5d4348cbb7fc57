import { readFileSync } from 'node:fs'
import { parser } from '@prometheus-io/lezer-promql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const METRICS_TOKEN = 'a-token-of-sixteen-or-more'
/** A metric that Prometheus adds itself. */
const OF_PROMETHEUS = ['up']

const deploy = new URL('../../../../../deploy/', import.meta.url)
const { groups } = parse(readFileSync(new URL('prometheus/rules.yml', deploy), 'utf8')) as {
  groups: { rules: { alert: string; expr: string }[] }[]
}
const alerts = groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => [alert, expr] as const))
const { panels } = JSON.parse(readFileSync(new URL('grafana/dashboard.json', deploy), 'utf8')) as {
  panels: { title: string; targets: { expr: string }[] }[]
}
const drawn = panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const))

let server: TestServer
let measured: Set<string>
beforeAll(async () => {
  server = await startTestServer({ settings: { metricsToken: METRICS_TOKEN } })
  await server.visit().get('/healthz')
  const { text } = await server.visit().get('/metrics', { authorization: `Bearer ${METRICS_TOKEN}` })
  const names = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gmu)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  )
  measured = new Set([...names, ...OF_PROMETHEUS])
})
afterAll(() => server.close())

/** The metric names in an expression. @throws for an invalid one */
function namesIn(expression: string): string[] {
  const names: string[] = []
  parser.parse(expression).iterate({
    enter: ({ type, from, to }) => {
      if (type.isError) throw new Error(`Not PromQL at ${from}: ${expression}`)
      if (type.name === 'Identifier') names.push(expression.slice(from, to))
    },
  })
  return names
}

test.each([...alerts, ...drawn])('a metric used in an alert exists: %s', (_title, expression) => {
  const names = namesIn(expression)
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter((name) => !measured.has(name))).toEqual([])
})

test('an invalid expression is detected', () => {
  expect(() => namesIn('sum(rate(http_request_duration_seconds_count[5m])')).toThrow('Not PromQL')
})

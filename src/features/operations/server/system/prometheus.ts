import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Gauge, Registry } from 'prom-client'
import { healthNames } from '#base/rules/health.ts'
import { chainState } from '#features/audit/server/log/chain-state.ts'
import { oldestUnchainedSeconds } from '#features/audit/server/log/unchained.ts'
import type { Context } from '#base/server/context.ts'
import { notFound, DomainError } from '#base/server/domain-error.ts'
import { countFailedSignIns } from '#features/operations/server/security/security-figures.ts'
import { siteCertificate } from './certificate.ts'
import { systemHealth } from './health.ts'
import { spanCounts } from '#base/server/tracing/open-tracer.ts'
import { routeLabel } from '#base/server/tracing/route-label.ts'
import { countQueued } from './queued.ts'

type Prometheus = typeof import('prom-client')

/** Seconds: from a read to a large download. */
const DURATIONS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60]

/** All static files share a label. */
const OTHERS = 'page'

/**
 * `GET /metrics` for Prometheus, with the token of METRICS_TOKEN. Without that setting the route does not exist,
 * nothing is measured, and the library is not loaded. Labels contain no personal data.
 */
export async function registerMetrics(app: FastifyInstance, context: Context): Promise<void> {
  const { metricsToken } = context.settings
  if (metricsToken === undefined) {
    // Otherwise the route of pages would serve it.
    app.get('/metrics', () => Promise.reject(notFound()))
    return
  }
  const prometheus = await import('prom-client')
  const own = measureServer(app, context, prometheus)
  const ofSystem = new prometheus.Registry()
  const measure = systemGauges(context, prometheus, ofSystem)
  app.get('/metrics', async (request, reply) => {
    if (!holdsToken(request, metricsToken)) {
      reply.header('www-authenticate', 'Bearer')
      throw new DomainError(
        'signed-out',
        'Please send the token of METRICS_TOKEN: "Authorization: Bearer ...".',
      )
    }
    await measure()
    return reply
      .header('cache-control', 'no-store')
      .type(ofSystem.contentType)
      .send(`${await own()}\n${await ofSystem.metrics()}`)
  })
}

/**
 * Measures this server. Any worker reports for all that share its port, with its number as the label `worker`; a
 * replaced worker starts at zero.
 *
 * @returns a function that writes the metrics
 */
function measureServer(
  app: FastifyInstance,
  context: Context,
  prometheus: Prometheus,
): () => Promise<string> {
  const { siblings } = context.node
  const register = new prometheus.Registry()
  prometheus.collectDefaultMetrics({ register })
  measureRequests(app, prometheus, register)
  measureConnections(context, prometheus, register)
  measureSpans(prometheus, register)
  if (siblings === null) return () => register.metrics()
  register.setDefaultLabels({ worker: siblings.index })
  prometheus.AggregatorRegistry.setRegistries(register)
  return async () => {
    const text = await siblings.metrics()
    if (text === null)
      throw new DomainError('unavailable', 'A server process did not respond in time. Please try again.')
    return text
  }
}

function measureConnections(
  { database: { pool } }: Context,
  { Gauge }: Prometheus,
  register: Registry,
): void {
  const connections = new Gauge({
    name: 'onboarding_database_connections',
    help: 'Connections of the pool',
    labelNames: ['state'],
    registers: [register],
    collect() {
      connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      connections.set({ state: 'idle' }, pool.idleCount)
      connections.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
}

function measureSpans({ Counter }: Prometheus, register: Registry): void {
  const spans = new Counter({
    name: 'onboarding_spans_total',
    help: 'Trace spans: sent to the collector, or dropped because it accepted none',
    labelNames: ['outcome'],
    registers: [register],
    collect() {
      spans.reset()
      for (const [outcome, count] of Object.entries(spanCounts)) spans.inc({ outcome }, count)
    },
  })
}

/** Compares hashes of equal length in constant time. */
function holdsToken({ headers }: FastifyRequest, token: string): boolean {
  const [scheme, given = ''] = headers.authorization?.split(' ') ?? []
  const hashOf = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hashOf(given), hashOf(token)) && scheme?.toLowerCase() === 'bearer'
}

/** Times every request by its route's pattern, such as `/api/documents/:id`. */
function measureRequests(app: FastifyInstance, { Histogram }: Prometheus, register: Registry): void {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATIONS,
    registers: [register],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = routeLabel(request.routeOptions.url) ?? OTHERS
    const labels = { method: request.method, route, status: reply.statusCode }
    durations.observe(labels, reply.elapsedTime / 1000)
    done()
  })
}

/** Values that are queried on request. Failures are left out and reported by `onboarding_database_up`. */
function systemGauges(context: Context, { Gauge }: Prometheus, register: Registry): () => Promise<void> {
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name: `onboarding_${name}`, help, labelNames, registers: [register] })
  const up = gauge('database_up', 'Whether the database responds')
  const health = gauge(
    'health',
    `Of each part: ${healthNames.map((name, index) => `${index} ${name}`).join(', ')}`,
    ['part'],
  )
  const fromDatabase = {
    mailWaiting: gauge('mail_waiting', 'Emails waiting to be sent'),
    jobsWaiting: gauge('jobs_waiting', 'Due jobs not yet started'),
    jobsActive: gauge('jobs_active', 'Running jobs'),
    jobsFailed: gauge('jobs_failed_24h', 'Jobs that failed permanently in the last 24 hours'),
    failedSignIns: gauge('failed_sign_ins_24h', 'Failed sign-ins in the last 24 hours'),
    auditLogUnchained: gauge(
      'audit_log_unchained_seconds',
      'How long the oldest audit log row has been waiting for the chain',
    ),
    jobsOverdue: gauge('jobs_overdue_seconds', 'How long the most overdue job has been due'),
    auditLogSound: gauge('audit_log_sound', 'Whether the audit log is intact; absent before the first check'),
  }
  const certificateDays = gauge(
    'certificate_days_left',
    'Days until the certificate of the site expires; absent where it cannot be read',
  )
  return async () => {
    const [{ checks }, certificate] = await Promise.all([systemHealth(context), siteCertificate(context)])
    setOrRemove(certificateDays, certificate?.daysLeft)
    for (const check of checks) health.set({ part: check.name }, healthNames.indexOf(check.health))
    const figures = await readFigures(context).catch(() => null)
    up.set(figures === null ? 0 : 1)
    for (const name of Object.keys(fromDatabase) as (keyof typeof fromDatabase)[]) {
      setOrRemove(fromDatabase[name], figures?.[name])
    }
  }
}

async function readFigures(context: Context) {
  const [{ mailWaiting, jobs }, failedSignIns, { sound }, auditLogUnchained] = await Promise.all([
    countQueued(context.database.pool),
    countFailedSignIns(context, context.now()),
    chainState(context),
    oldestUnchainedSeconds(context),
  ])
  return {
    mailWaiting,
    jobsWaiting: jobs.waiting,
    jobsActive: jobs.active,
    jobsFailed: jobs.failed,
    jobsOverdue: jobs.overdue?.seconds ?? 0,
    failedSignIns,
    auditLogUnchained,
    auditLogSound: sound === null ? undefined : Number(sound),
  }
}

function setOrRemove(gauge: Gauge<never>, value: number | undefined): void {
  if (value === undefined) gauge.remove()
  else gauge.set(value)
}

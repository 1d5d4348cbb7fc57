import { SpanKind } from '@opentelemetry/api'
import { PgBoss, systemClock, type Clock } from 'pg-boss'
import type { Context } from '#base/server/context.ts'
import { QUEUE_SCHEMA } from '#base/server/db/application-role.ts'
import { withoutValues } from '#base/server/logging/describe-error.ts'
import { traced } from '#base/server/tracing/span.ts'
import { requireWritable } from '#base/server/db/read-only-mode.ts'
import { jobDefinitions, type JobDefinition } from './definitions.ts'
import { startBulkLoop } from './bulk-loop.ts'
import { startImportLoop } from './import-loop.ts'
import { startLetterLoop } from './letter-loop.ts'
import { startMailLoop } from './mail-loop.ts'
import { startWebhookLoop } from './webhook-loop.ts'
import { startWitnessLoop } from './witness-loop.ts'

const TIME_ZONE = 'Africa/Johannesburg'
/** No one waits for these jobs. */
const POLL_SECONDS = 30
const STOP_TIMEOUT_MS = 10_000

/**
 * Starts the background work. Stopping waits for running work.
 *
 * @param database for the jobs, with longer timeouts than requests; mail uses the server's own
 * @param clock of the queue; only for tests
 */
export async function startJobs(
  context: Context,
  database: Context['database'] = context.database,
  clock: Clock = systemClock,
): Promise<{ stop: () => Promise<void> }> {
  const forJobs: Context = {
    ...context,
    database,
    // The firm's settings change while the server runs.
    get settings() {
      return context.settings
    },
    set settings(settings) {
      context.settings = settings
    },
  }
  const boss = createBoss(forJobs, clock)
  await boss.start()
  for (const definition of jobDefinitions) await schedule(boss, forJobs, definition)
  const mail = startMailLoop(context)
  const webhooks = startWebhookLoop(forJobs)
  const witness = startWitnessLoop(forJobs)
  const bulk = startBulkLoop(forJobs)
  const imports = startImportLoop(forJobs)
  const letters = startLetterLoop(forJobs)
  return {
    async stop() {
      await mail.stop()
      await webhooks.stop()
      await bulk.stop()
      await imports.stop()
      await letters.stop()
      await witness.stop()
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS })
    },
  }
}

/** Uses an existing pool; the queue has a database schema of its own. */
function createBoss({ database: { pool, changes }, log }: Context, clock: Clock): PgBoss {
  const boss = new PgBoss({
    schema: QUEUE_SCHEMA,
    clock,
    // Created with the rest of the schema: the application role cannot create tables.
    createSchema: false,
    db: {
      async executeSql(text, values) {
        requireWritable(changes)
        return pool.query(text, values)
      },
    },
  })
  boss.on('error', (error) => log.error({ err: error }, 'job handling failed'))
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue warning'))
  return boss
}

async function schedule(boss: PgBoss, context: Context, { name, cron, run }: JobDefinition): Promise<void> {
  await boss.createQueue(name, { policy: 'short' })
  await boss.schedule(name, cron, null, { tz: TIME_ZONE })
  const named = { name: `job ${name}`, kind: SpanKind.INTERNAL, attributes: { 'onboarding.job': name } }
  await boss.work(name, { pollingIntervalSeconds: POLL_SECONDS }, async () => {
    try {
      await traced(context.tracer, named, () => run(context))
    } catch (error) {
      context.log.error({ err: error, job: name }, 'a job failed')
      // The queue stores thrown errors in its table.
      throw withoutValues(error)
    }
  })
}

import { and, desc, gt, sql } from 'drizzle-orm'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import { ssoOnlyState } from '#features/sign-in/server/sso-only.ts'
import { isReachable } from '#features/sso/server/watch.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { webhookEndpoints } from '#features/integrations/schema.ts'
import { worstOf, type Health } from '#base/rules/health.ts'
import type { Context } from '#base/server/context.ts'
import { formatCount } from '#base/server/health/amounts.ts'
import type { Check } from '#features/access/server/health-check.ts'

const HOUR_MS = 60 * 60_000

type Figure = { label: string; value: string; health: Health }

/** Receivers that get no events: failing where that ended without a person, degraded after an hour of failures. */
const webhooksCheck: Check = {
  name: 'webhooks',
  title: 'Webhooks',
  async run({ database: { db }, now }) {
    const rows = await db.select().from(webhookEndpoints)
    const troubles = rows.flatMap((row) => troubleOf(row, now()))
    return {
      health: worstOf(troubles.map(({ health }) => health)),
      summary:
        rows.length === 0
          ? 'None set up'
          : troubles.length === 0
            ? `${formatCount(rows.length, 'receiver', 'receivers')}, all as set`
            : `${formatCount(troubles.length, 'receiver gets', 'receivers get')} no events`,
      percent: null,
      figures: troubles.map(({ label, value }) => ({ label, value })),
    }
  },
}

function troubleOf(
  { name, state, stateReason, failingSince }: typeof webhookEndpoints.$inferSelect,
  now: Date,
): Figure[] {
  if (state === 'off' && (stateReason === 'failures' || stateReason === '410'))
    return [{ label: name, value: 'Switched off after failures', health: 'failing' }]
  if (state === 'paused' && stateReason === 'address')
    return [{ label: name, value: 'Paused: its address is not permitted', health: 'failing' }]
  const isLong = failingSince !== null && now.getTime() - failingSince.getTime() > HOUR_MS
  return state === 'on' && isLong
    ? [{ label: name, value: 'Failing for more than an hour', health: 'degraded' }]
    : []
}

/** Providers that cannot be reached or reject this site's secret, and single sign-on alone that is not in force. */
const ssoCheck: Check = {
  name: 'single-sign-on',
  title: 'Single sign-on',
  async run(context) {
    const { settings, database } = context
    const figures: Figure[] = []
    for (const provider of settings.ssoProviders) {
      if (await secretWasRejected(context, provider.name))
        figures.push({ label: provider.label, value: 'It rejects the client secret', health: 'failing' })
      else if (!(await isReachable(context, provider)))
        figures.push({ label: provider.label, value: 'It doesn’t answer', health: 'degraded' })
    }
    const only = await ssoOnlyState(database.db, settings)
    if (only.is === 'not-ready')
      figures.push({ label: 'Single sign-on alone', value: only.why, health: 'degraded' })
    const { length } = settings.ssoProviders
    return {
      health: worstOf(figures.map(({ health }) => health)),
      summary:
        length === 0
          ? 'Not set up'
          : figures.length > 0
            ? formatCount(figures.length, 'problem', 'problems')
            : only.is === 'in-force'
              ? 'Required for staff'
              : formatCount(length, 'provider', 'providers'),
      percent: null,
      figures: figures.map(({ label, value }) => ({ label, value })),
    }
  },
}

/** Whether the provider rejected the secret at the last sign-in of the day. */
async function secretWasRejected({ database: { db }, now }: Context, provider: string): Promise<boolean> {
  const isOfProvider = sql`${auditEvents.details}->>'provider' = ${provider}`
  const isRecent = gt(auditEvents.at, new Date(now().getTime() - DAY_MS))
  const [last] = await db
    .select({
      action: auditEvents.action,
      reason: sql<string | null>`${auditEvents.details}->>'reason'`,
    })
    .from(auditEvents)
    .where(and(sql`${auditEvents.action} in ('sso.refused', 'session.signed-in')`, isOfProvider, isRecent))
    .orderBy(desc(auditEvents.at), desc(auditEvents.id))
    .limit(1)
  return last?.action === 'sso.refused' && last.reason === 'secret-rejected'
}

export const integrationChecks: readonly Check[] = [webhooksCheck, ssoCheck]

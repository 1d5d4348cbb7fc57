import { sql } from 'drizzle-orm'
import type { SecurityMetrics } from '#features/operations/api/security.ts'
import { unhealthyParts } from '#base/rules/health.ts'
import { chainState } from '#features/audit/server/log/chain-state.ts'
import { isSuspicious } from '#features/audit/server/row-conditions.ts'
import { countEvents } from '#features/audit/server/log/counters.ts'
import { countSignedIn } from '#features/sign-in/server/open-sessions.ts'
import type { Context } from '#base/server/context.ts'
import { systemHealth } from '#features/operations/server/system/health.ts'
import { blockedAddresses } from '#features/sign-in/server/suspicious-addresses.ts'

const HOUR_MS = 60 * 60_000
const HOURS = 24
const ADDRESSES_SHOWN = 10

/** The figures of the Security Dashboard, counted from the audit log by its indexes (docs/security.md). */
export async function securityMetrics(context: Context, now: Date): Promise<SecurityMetrics> {
  const [
    totalSecurityEvents,
    failed,
    suspicious,
    { people: activeUsers },
    topFailedIPs,
    blocked,
    auditLog,
    health,
  ] = await Promise.all([
    countEvents(context, 'security-events'),
    failedByHour(context, now),
    countSuspicious(context, now),
    countSignedIn(context, now),
    topFailed(context, now),
    blockedAddresses(context, now),
    chainState(context),
    systemHealth(context),
  ])
  return {
    totalSecurityEvents,
    failedLoginsLast24h: failed.reduce((sum, count) => sum + count, 0),
    suspiciousActivitiesLast24h: suspicious,
    activeUsers,
    topFailedIPs,
    systemStatus: health.health,
    systemAttention: unhealthyParts(health),
    lastUpdated: now.toISOString(),
    failedLoginsByHour: failed.map((count, index) => ({
      hour: new Date(now.getTime() - (HOURS - index) * HOUR_MS).toISOString(),
      failed: count,
    })),
    blockedAddresses: blocked.map(({ address, until }) => ({ address, until: until.toISOString() })),
    auditLog,
  }
}

function dayBefore(now: Date): string {
  return new Date(now.getTime() - HOURS * HOUR_MS).toISOString()
}

/** Failed sign-ins within the last 24 hours. */
export async function countFailedSignIns(context: Context, now: Date): Promise<number> {
  return (await failedByHour(context, now)).reduce((sum, count) => sum + count, 0)
}

/** Failed sign-ins in each of the last 24 hours, the oldest first. */
async function failedByHour({ database: { db } }: Context, now: Date): Promise<number[]> {
  const since = dayBefore(now)
  const { rows } = await db.execute<{ hour: number; failed: string }>(sql`
    select floor(extract(epoch from at - ${since}::timestamptz) / 3600)::int as hour, count(*) as failed
    from audit_events
    where not success and action = 'session.sign-in-failed' and at > ${since} and at <= ${now.toISOString()}
    group by 1`)
  const counts = new Map(rows.map(({ hour, failed }) => [Math.min(hour, HOURS - 1), Number(failed)]))
  return Array.from({ length: HOURS }, (_, hour) => counts.get(hour) ?? 0)
}

async function countSuspicious({ database: { db } }: Context, now: Date): Promise<number> {
  const { rows } = await db.execute<{ count: string }>(
    sql`select count(*) from audit_events where at > ${dayBefore(now)} and (${sql.raw(isSuspicious)})`,
  )
  return Number(rows[0]?.count ?? 0)
}

async function topFailed({ database: { db } }: Context, now: Date): Promise<SecurityMetrics['topFailedIPs']> {
  const { rows } = await db.execute<{ ip: string; attempts: string }>(sql`
    select host(ip) as ip, count(*) as attempts from audit_events
    where not success and action = 'session.sign-in-failed' and at > ${dayBefore(now)} and ip is not null
    group by audit_events.ip order by count(*) desc, audit_events.ip limit ${ADDRESSES_SHOWN}`)
  return rows.map(({ ip, attempts }) => ({ ip, attempts: Number(attempts) }))
}

/** How a part of the system is, from well to worst. */
export const healthNames = ['healthy', 'degraded', 'failing'] as const
export type Health = (typeof healthNames)[number]

/** The health of parts in the words of their readers. */
export const healthLabels = {
  healthy: 'Healthy',
  degraded: 'Needs attention',
  failing: 'Failing',
} as const satisfies Record<Health, string>

/** From which figure on a part needs attention, and from which it fails. */
export interface Threshold {
  degraded: number
  failing: number
}

/** Every threshold of the system's checks, in one place (docs/run.md names them). */
export const thresholds = {
  /** Of what this server may use, in percent. */
  cpuPercent: { degraded: 85, failing: 101 },
  memoryPercent: { degraded: 85, failing: 95 },
  diskPercent: { degraded: 80, failing: 95 },
  /** Of those that the database allows, in percent. */
  connectionPercent: { degraded: 70, failing: 90 },
  databaseMs: { degraded: 250, failing: 2000 },
  objectStoreMs: { degraded: 1000, failing: 5000 },
  /** How long the oldest mail that is due has waited. */
  mailDelayMinutes: { degraded: 10, failing: 60 },
  /** Mails that nobody will try to send again, within a day. */
  mailsGivenUpToday: { degraded: 1, failing: 100 },
  /** Jobs that failed for good, within a day. */
  jobsFailedToday: { degraded: 1, failing: 50 },
  /** How far this machine's clock and the database's are apart: buckets take no signature that is 15 minutes off. */
  clockSeconds: { degraded: 5, failing: 300 },
  /** How long the oldest row of the audit log has waited for the chain, which is extended every minute. */
  auditUnchainedMinutes: { degraded: 3, failing: 15 },
  /** Since the audit log was last checked, anchored here or sent off this machine: each happens within minutes. */
  auditGuardMinutes: { degraded: 15, failing: 1440 },
  /** How long the oldest file has waited for the virus scanner, which is asked again every quarter of an hour. */
  scanDelayMinutes: { degraded: 30, failing: 240 },
  /** Since the last backup: one that is taken every night was missed. There is no age at which the site fails. */
  backupAgeHours: { degraded: 48, failing: Infinity },
  /** How long ago a job's time came that was not done since. */
  jobsOverdueMinutes: { degraded: 10, failing: 60 },
} as const satisfies Record<string, Threshold>

/** The health that a figure speaks of. */
export function healthOf(figure: number, { degraded, failing }: Threshold): Health {
  if (figure >= failing) return 'failing'
  return figure >= degraded ? 'degraded' : 'healthy'
}

/** The worst of some; well where there is none. */
export function worstOf(healths: readonly Health[]): Health {
  return healthNames.findLast((name) => healths.includes(name)) ?? 'healthy'
}

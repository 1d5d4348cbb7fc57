/** Health of a system part, best to worst. */
export const healthNames = ['healthy', 'degraded', 'failing'] as const
export type Health = (typeof healthNames)[number]

/** Labels of the health states. */
export const healthLabels = {
  healthy: 'Healthy',
  degraded: 'Needs attention',
  failing: 'Failing',
} as const satisfies Record<Health, string>

/** Figures from which a part is degraded, and failing. */
export interface Threshold {
  degraded: number
  failing: number
}

/** All thresholds of system checks. */
export const thresholds = {
  /** Percentage of the CPU available to this server. */
  cpuPercent: { degraded: 85, failing: 101 },
  memoryPercent: { degraded: 85, failing: 95 },
  diskPercent: { degraded: 80, failing: 95 },
  /** Percentage of the database's connection limit. */
  connectionPercent: { degraded: 70, failing: 90 },
  databaseMs: { degraded: 250, failing: 2000 },
  objectStoreMs: { degraded: 1000, failing: 5000 },
  /** Waiting time of the oldest due mail. */
  mailDelayMinutes: { degraded: 10, failing: 60 },
  /** Mails given up within a day. */
  mailsGivenUpToday: { degraded: 1, failing: 100 },
  /** Jobs that failed permanently within a day. */
  jobsFailedToday: { degraded: 1, failing: 50 },
  /** Clock difference of machine and database: S3 rejects signatures that are 15 minutes off. */
  clockSeconds: { degraded: 5, failing: 300 },
  /** Waiting time of the oldest audit row for the hash chain, which is extended every minute. */
  auditUnchainedMinutes: { degraded: 3, failing: 15 },
  /** Since the audit log was last checked, anchored or exported: each happens within minutes. */
  auditGuardMinutes: { degraded: 15, failing: 1440 },
  /** Waiting time of the oldest file for the virus scanner, which is retried every 15 minutes. */
  scanDelayMinutes: { degraded: 30, failing: 240 },
  /** Since the last backup, which runs every night. Its age alone never makes the site failing. */
  backupAgeHours: { degraded: 48, failing: Infinity },
  /** Until the site's certificate ends, counted backwards: authorities renew theirs 30 days before. */
  certificateDays: { degraded: -14, failing: -3 },
  /** How long a due job has not run. */
  jobsOverdueMinutes: { degraded: 10, failing: 60 },
} as const satisfies Record<string, Threshold>

/** The health of a figure. */
export function healthOf(figure: number, { degraded, failing }: Threshold): Health {
  if (figure >= failing) return 'failing'
  return figure >= degraded ? 'degraded' : 'healthy'
}

/** The titles of the parts that are not healthy. */
export function unhealthyParts({
  checks,
}: {
  checks: readonly { title: string; health: Health }[]
}): string[] {
  return checks.filter(({ health }) => health !== 'healthy').map(({ title }) => title)
}

/** The worst of several; healthy for none. */
export function worstOf(healths: readonly Health[]): Health {
  return healthNames.findLast((name) => healths.includes(name)) ?? 'healthy'
}

import { setTimeout as wait } from 'node:timers/promises'
import type { Protection, SystemCheck } from '#base/rules/health-checks.ts'
import type { Health } from '#base/rules/health.ts'
import { commandCall } from '#base/server/command-call.ts'
import type { Context } from '#base/server/context.ts'
import { measure } from '../system/health.ts'
import { findProtections } from '../system/protections.ts'
import type { Finding } from './finding.ts'

/** Checks of this process, which has just started, and those that `examineSettings` does in more detail. */
const SKIPPED_CHECKS = new Set(['cpu', 'memory', 'uptime', 'settings', 'proxy', 'object-store'])

const stateOfHealth: Readonly<Record<Health, Finding['state']>> = {
  healthy: 'ok',
  degraded: 'warning',
  failing: 'problem',
}

/** What to do about a check that is not healthy. */
export const adviceFor: Readonly<Record<string, string>> = {
  disk: 'Free space on the disk of DATA_DIR.',
  database: 'Check DATABASE_URL, and the log of PostgreSQL.',
  mail: 'Check SMTP_URL, and the log of the mail server.',
  jobs: 'The server’s log says why: journalctl -u client-onboarding',
  'virus-scan': 'Set CLAMD_URL, and start the scanner.',
  'audit-log': 'See docs/emergencies.md, “The audit log is not sound”. Repair nothing before.',
  backup: `Take one every night: ${commandCall('backup', '--into FOLDER')}`,
  servers: 'Give each server the same keys, and look at the log of PostgreSQL.',
  'country-lists': 'Compare the countries under Firm, Risk rating, and record the day.',
  'sanctions-lists': 'Load the newest list: docs/run.md, “Sanctions lists”.',
  certificate: 'Renew it, and reload the proxy: docs/install.md, “The certificate”.',
  webhooks: 'See System Administration, Integrations.',
  'single-sign-on': 'Check the OIDC_ settings, and System Administration, Single sign-on.',
  clock: 'Run NTP on this machine and on that of the database.',
}

const REPEAT_AFTER_MS = 2000

/** A busy machine can be late once: only what fails twice is a problem. */
async function measureTwice(context: Context) {
  const first = await measure(context)
  if (first.health !== 'failing') return first
  await wait(REPEAT_AFTER_MS)
  return measure(context)
}

/** The checks of the System and Security tabs, as findings. */
export async function examineSystem(context: Context): Promise<Finding[]> {
  const [{ checks }, protections] = await Promise.all([measureTwice(context), findProtections(context)])
  return [
    ...checks.filter(({ name }) => !SKIPPED_CHECKS.has(name)).map(ofCheck),
    ...protections.map(ofProtection),
  ]
}

function ofCheck({ name, title, health, summary, figures }: SystemCheck): Finding {
  const advice = adviceFor[name] ?? ''
  const measured = figures.map(({ label, value }) => `${label}: ${value}`).join('; ')
  const parts = health === 'healthy' ? [summary] : [summary, ...(measured ? [measured] : []), advice]
  const detail = parts.map((part) => part.replace(/\.$/u, '')).join('. ')
  return { name, title, state: stateOfHealth[health], detail: `${detail}.` }
}

/** A weaker protection is the operator's decision: a warning, not an alarm. */
function ofProtection({ name, title, state, detail }: Protection): Finding {
  return { name: `protection-${name}`, title, state: state === 'on' ? 'ok' : 'warning', detail }
}

import type { Protection, SystemCheck } from '#domain/api/system.ts'
import type { Health } from '#domain/system/health.ts'
import type { Context } from '#server/shared/context.ts'
import { NO_BACKUP } from '../system/checks/backup.ts'
import { systemHealth } from '../system/health.ts'
import { findProtections } from '../system/protections.ts'
import type { Finding } from './finding.ts'

/** Checks of this process, which has just started, and those that `examineSettings` does in more detail. */
const SKIPPED_CHECKS = new Set(['cpu', 'memory', 'uptime', 'settings', 'proxy', 'object-store'])

const stateOfHealth: Readonly<Record<Health, Finding['state']>> = {
  healthy: 'ok',
  degraded: 'warning',
  failing: 'problem',
}

/** The checks of the System and Security tabs, as findings. */
export async function examineSystem(context: Context): Promise<Finding[]> {
  const [{ checks }, protections] = await Promise.all([systemHealth(context), findProtections(context)])
  return [
    ...checks.filter(({ name }) => !SKIPPED_CHECKS.has(name)).map((check) => ofCheck(check, context)),
    ...protections.map(ofProtection),
  ]
}

function ofCheck(check: SystemCheck, { settings }: Context): Finding {
  const { name, title, health, summary, figures } = check
  const detail =
    health === 'healthy'
      ? `${summary}.`
      : `${summary}. ${figures.map(({ label, value }) => `${label}: ${value}`).join('; ')}.`
  if (name === 'backup' && settings.production && summary === NO_BACKUP)
    return {
      name,
      title,
      state: 'warning',
      detail: `${summary}. Take one every night: npm run backup -- --into FOLDER`,
    }
  return { name, title, state: stateOfHealth[health], detail }
}

/** A weaker protection is the operator's decision: a warning, not an alarm. */
function ofProtection({ name, title, state, detail }: Protection): Finding {
  return { name: `protection-${name}`, title, state: state === 'on' ? 'ok' : 'warning', detail }
}

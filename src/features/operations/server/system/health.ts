import type { SystemState } from '#features/operations/api/system.ts'
import { worstOf } from '#base/rules/health.ts'
import type { Context } from '#base/server/context.ts'
import { auditLogCheck } from './checks/audit-log.ts'
import { backupCheck } from './checks/backup.ts'
import { certificateCheck } from './checks/certificate.ts'
import { configurationChecks } from './checks/configuration.ts'
import { runCheck, type Check } from '#features/access/server/health-check.ts'
import { databaseCheck } from './checks/database.ts'
import { integrationChecks } from '#features/integrations/server/health.ts'
import { machineChecks } from './checks/machine.ts'
import { objectStoreCheck } from './checks/object-store.ts'
import { queueChecks } from './checks/queues.ts'
import { countryListsCheck } from '#features/due-diligence/server/rating/country-lists.ts'
import { sanctionsListsCheck } from '#features/screening/server/health.ts'
import { serverChecks } from './checks/servers.ts'

/** All checks of the system, in the order of the System tab. */
export const systemChecks: readonly Check[] = [
  ...machineChecks,
  databaseCheck,
  objectStoreCheck,
  ...queueChecks,
  auditLogCheck,
  backupCheck,
  sanctionsListsCheck,
  countryListsCheck,
  certificateCheck,
  ...serverChecks,
  ...integrationChecks,
  ...configurationChecks,
]

/** Measurements are cached for so long, whatever the number of dashboards. */
const FRESH_MS = 10_000

interface Measured {
  at: number
  state: Promise<SystemState>
}

const measured = new WeakMap<Context, Measured>()

/** The state of the system within the last ten seconds; its health is the worst of the checks. */
export async function systemHealth(context: Context): Promise<SystemState> {
  const known = measured.get(context)
  if (known !== undefined && performance.now() - known.at < FRESH_MS) return known.state
  const state = measure(context)
  measured.set(context, { at: performance.now(), state })
  return state
}

/** The state of the system now. */
export async function measure(context: Context): Promise<SystemState> {
  const checks = await Promise.all(
    systemChecks
      .filter(({ isUsed }) => isUsed === undefined || isUsed(context))
      .map((check) => runCheck(context, check)),
  )
  return {
    health: worstOf(checks.map(({ health }) => health)),
    checkedAt: context.now().toISOString(),
    checks,
  }
}

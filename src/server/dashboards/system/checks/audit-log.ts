import type { Health } from '#domain/system/health.ts'
import { chainState } from '#server/audit-log/chain-state.ts'
import { unsentBytes } from '#server/audit-log/send-anchors.ts'
import { newestAnchor } from '#server/audit-log/anchors.ts'
import { bytesInWords } from '../amounts.ts'
import type { Check } from './check.ts'

/** More than some minutes' anchors. */
const TOO_MANY_UNSENT_BYTES = 2048

/** Whether the audit log is as it was written, and the evidence of this server. */
export const auditLogCheck: Check = {
  name: 'audit-log',
  title: 'Audit log',
  async run(context) {
    const { settings } = context
    const [{ sound, verifiedUpTo, firstAltered }, anchor, unsent] = await Promise.all([
      chainState(context),
      newestAnchor(settings.dataDir),
      unsentBytes(settings),
    ])
    const isBehind = unsent > TOO_MANY_UNSENT_BYTES
    return {
      health: healthOfLog(firstAltered !== null, isBehind),
      summary: firstAltered === null ? soundness(sound, verifiedUpTo) : `Altered: row ${firstAltered.id}`,
      percent: null,
      figures: [
        { label: 'Newest anchor here', value: anchor === null ? 'None' : `Row ${anchor.eventId}` },
        { label: 'Anchors elsewhere', value: elsewhere(settings.auditAnchorUrl, unsent) },
      ],
    }
  },
}

function elsewhere(address: URL | undefined, unsent: number): string {
  if (address === undefined) return 'Not sent'
  return unsent === 0 ? 'All sent' : `${bytesInWords(unsent)} wait`
}

function healthOfLog(isAltered: boolean, isBehind: boolean): Health {
  if (isAltered) return 'failing'
  return isBehind ? 'degraded' : 'healthy'
}

function soundness(sound: boolean | null, verifiedUpTo: number | null): string {
  return sound === null ? 'Not checked yet' : `Sound up to row ${verifiedUpTo ?? 0}`
}

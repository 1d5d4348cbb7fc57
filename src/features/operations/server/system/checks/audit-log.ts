import { healthOf, thresholds, worstOf } from '#base/rules/health.ts'
import { chainState } from '#features/audit/server/log/chain-state.ts'
import { unsentSince } from '#features/audit/server/log/send-anchors.ts'
import { newestAnchor } from '#features/audit/server/log/anchors.ts'
import { oldestSecondsAfter, oldestUnchainedSeconds } from '#features/audit/server/log/unchained.ts'
import { formatDuration } from '#base/server/health/amounts.ts'
import type { Check } from '#features/access/server/health-check.ts'

const MINUTE_SECONDS = 60
const SECOND_MS = 1000

/** Whether the audit log is unaltered, and its checks make progress. */
export const auditLogCheck: Check = {
  name: 'audit-log',
  title: 'Audit log',
  async run(context) {
    const { settings, now } = context
    const [state, anchor, unsentAt, unchained] = await Promise.all([
      chainState(context),
      newestAnchor(settings.dataDir),
      unsentSince(settings),
      oldestUnchainedSeconds(context),
    ])
    const { sound, verifiedUpTo, firstAltered, checkedAt } = state
    const secondsSince = (at: number) => Math.max(0, now().getTime() - at) / SECOND_MS
    const checked = checkedAt === null ? null : secondsSince(Date.parse(checkedAt))
    // A server that has just started had no time to check anything.
    const unchecked = Math.min(checked ?? Infinity, secondsSince(performance.timeOrigin))
    const unsent = unsentAt === null ? 0 : secondsSince(unsentAt.getTime())
    const unwitnessed = await oldestSecondsAfter(context, anchor?.eventId ?? 0)
    const stalest = Math.max(unchecked, unsent, unwitnessed)
    return {
      health: worstOf([
        firstAltered === null ? 'healthy' : 'failing',
        healthOf(unchained / MINUTE_SECONDS, thresholds.auditUnchainedMinutes),
        healthOf(stalest / MINUTE_SECONDS, thresholds.auditGuardMinutes),
      ]),
      summary: firstAltered === null ? soundness(sound) : `Altered: row ${firstAltered.id}`,
      percent: null,
      figures: [
        {
          label: 'Oldest unchained row',
          value: unchained === 0 ? 'None' : `For ${formatDuration(unchained)}`,
        },
        {
          label: 'Last checked',
          value: checked === null ? 'Not yet' : `${formatDuration(checked)} ago`,
        },
        { label: 'Verified up to row', value: String(verifiedUpTo ?? 0) },
        { label: 'Newest local anchor', value: anchor === null ? 'None' : `Row ${anchor.eventId}` },
        { label: 'External anchors', value: elsewhere(settings.auditAnchorUrl, unsent) },
      ],
    }
  },
}

function elsewhere(address: URL | undefined, unsentSeconds: number): string {
  if (address === undefined) return 'Not sent'
  return unsentSeconds === 0 ? 'All sent' : `Waiting for ${formatDuration(unsentSeconds)}`
}

const soundness = (sound: boolean | null) => (sound === null ? 'Not checked yet' : 'No tampering found')

import type { ChainState } from '#domain/api/audit-log.ts'
import { formatExactTime } from '#domain/time/dates.ts'
import { Notice } from '#client/ui/notice.tsx'

const at = (moment: string | null) => (moment === null ? 'not yet' : formatExactTime(new Date(moment)))

/** Whether the audit log is as it was written: found by the checks of its chain, and never taken for granted. */
export function ChainNotice({ state, className }: { state: ChainState; className?: string }) {
  const { sound, verifiedUpTo, verifiedUntil, checkedAt, wholeCheckedAt, firstAltered } = state
  if (firstAltered !== null) {
    return (
      <Notice
        tone="danger"
        live="alert"
        className={className}
        title={`The audit log was altered: row ${firstAltered.id} is the first that does not match what was written`}
      >{`Finding: ${firstAltered.reason}. Checked ${at(checkedAt)}. Don’t change the database: take a copy, and find out who could write to it.`}</Notice>
    )
  }
  if (sound === null) {
    return (
      <Notice className={className} title="The audit log has not been checked yet">
        The first check runs within five minutes of startup.
      </Notice>
    )
  }
  return (
    <Notice
      tone="success"
      className={className}
      title={`Verified up to row ${(verifiedUpTo ?? 0).toLocaleString('en-ZA')}${verifiedUntil === null ? '' : `, written ${at(verifiedUntil)}`}`}
    >{`Checked ${at(checkedAt)}. The full log ${wholeCheckedAt === null ? 'has not been checked yet' : `was last checked ${at(wholeCheckedAt)}`}.`}</Notice>
  )
}

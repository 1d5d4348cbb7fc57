import type { ChainState } from '#features/audit/api.ts'
import { formatExactTime } from '#base/rules/time/dates.ts'
import { Notice } from '#base/client/ui/notice.tsx'

const at = (time: string | null) => (time === null ? 'not yet' : formatExactTime(new Date(time)))

/** Whether the checks of the audit log's hash chain passed. */
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

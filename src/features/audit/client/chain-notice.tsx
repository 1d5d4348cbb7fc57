import { clsx } from 'clsx'
import type { ChainState } from '#features/audit/api.ts'
import { formatExactTime } from '#base/rules/time/dates.ts'
import { Notice } from '#base/client/ui/notice.tsx'

const at = (time: string | null) => (time === null ? 'not yet' : formatExactTime(new Date(time)))

/** The result of the checks of the audit log's hash chain: one line, unless it was altered. */
export function ChainNotice({ state, className }: { state: ChainState; className?: string }) {
  const { sound, checkedAt, firstAltered } = state
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
  return (
    <p className={clsx('text-xs text-ink-soft', className)}>
      {sound === null
        ? 'Tampering is checked for the first time within five minutes of startup.'
        : `No tampering found, checked ${at(checkedAt)}.`}
    </p>
  )
}

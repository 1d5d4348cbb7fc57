import { clsx } from 'clsx'
import { CircleCheck } from 'lucide-react'
import type { ReviewedCheck } from '#features/review/api/staff-applications.ts'
import { checkDecisions, isOpenCheck, waitsForCorrection } from '#features/review/rules/checks.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { WarningIcon } from '#base/client/ui/icons.tsx'

type CheckTextProps = { check: ReviewedCheck; className?: string }

/** A check's message and its decision: by whom, when and why. */
export function CheckText({ check, className }: CheckTextProps) {
  const { message, settlement } = check
  const needsAction = isOpenCheck(check) || waitsForCorrection(check)
  return (
    <span className={clsx('flex items-start gap-2 text-pretty', className)}>
      {needsAction ? (
        <WarningIcon className="mt-0.5 size-5 text-warning" />
      ) : (
        <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-success" />
      )}
      <span className="min-w-0 wrap-anywhere">
        <span className={needsAction ? 'text-warning' : undefined}>{message}</span>
        {settlement === null ? null : (
          <span className="block text-sm text-ink-soft">
            <span className="font-semibold">{checkDecisions[settlement.decision]}</span>
            <span>{` by ${settlement.byName}, ${formatDateTime(new Date(settlement.at))}: ${settlement.reason}`}</span>
          </span>
        )}
      </span>
    </span>
  )
}

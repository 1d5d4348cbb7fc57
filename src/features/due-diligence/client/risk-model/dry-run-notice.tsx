import type { DryRun } from '#features/due-diligence/rules/rating/rate.ts'
import { Notice } from '#base/client/ui/notice.tsx'

/** What a version would say about the clients that are rated. */
export function DryRunNotice({ dryRun: { low, medium, high, changed } }: { dryRun: DryRun }) {
  return (
    <Notice live="status" title="Dry run" className="mt-4">
      {`Of ${low + medium + high} rated clients: ${low} Low, ${medium} Medium, ${high} High. The level of ${changed} would change.`}
    </Notice>
  )
}

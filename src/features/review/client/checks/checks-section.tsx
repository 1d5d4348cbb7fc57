import { useState } from 'react'
import type { ReviewedApplication, ReviewedCheck } from '#features/review/api/staff-applications.ts'
import { isOpenCheck } from '#features/review/rules/checks.ts'
import { labelOf } from '#features/applications/rules/wizard/labels.ts'
import { Allowed } from '#features/access/client/use-may.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { answerAnchor } from '../summary/answers-view.tsx'
import { CheckText } from './check-text.tsx'
import { SettleDialog } from './settle-dialog.tsx'

type ChecksSectionProps = {
  application: ReviewedApplication
  /** Whether every answer is shown on the page, so that each check can link to its answer. */
  expanded: boolean
  className?: string
}

/** The failed checks of the answers, open ones first, with their decisions and a button to decide. */
export function ChecksSection({ application, expanded, className }: ChecksSectionProps) {
  const { id, warnings } = application
  const [deciding, setDeciding] = useState<ReviewedCheck | null>(null)
  if (warnings.length === 0) return null
  const checks = warnings.toSorted((one, other) => Number(isOpenCheck(other)) - Number(isOpenCheck(one)))
  return (
    <Section level={3} title={checks.some(isOpenCheck) ? 'To check' : 'Checked'} className={className}>
      <ul className="grid gap-4">
        {checks.map((check) => (
          <li key={`${check.path} ${check.check}`} className="flex flex-wrap items-start gap-x-4 gap-y-2">
            <span className="min-w-0 grow basis-60">
              <CheckLabel path={check.path} linked={expanded} />
              <CheckText check={check} />
            </span>
            <Allowed to="check.settle">
              <Button
                size="small"
                tone="secondary"
                aria-label={`${actionOf(check)}: ${labelOf(check.path)}`}
                onClick={() => setDeciding(check)}
              >
                {actionOf(check)}
              </Button>
            </Allowed>
          </li>
        ))}
      </ul>
      {deciding === null ? null : (
        <SettleDialog applicationId={id} check={deciding} onClose={() => setDeciding(null)} />
      )}
    </Section>
  )
}

function actionOf(check: ReviewedCheck): string {
  return isOpenCheck(check) ? 'Settle' : 'Reopen'
}

function CheckLabel({ path, linked }: { path: string; linked: boolean }) {
  if (!linked) return <span className="font-semibold">{labelOf(path)}</span>
  return (
    <a href={`#${answerAnchor(path)}`} className="text-link font-semibold">
      {labelOf(path)}
    </a>
  )
}

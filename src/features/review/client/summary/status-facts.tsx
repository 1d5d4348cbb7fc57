import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import { statuses } from '#features/access/rules/lifecycle/statuses.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { DefinitionList, type DefinitionRow } from '#base/client/ui/definition-list.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { StepText } from '../list/cells.tsx'

type FactsProps = { application: ReviewedApplication }

function time(label: string, at: string | null): DefinitionRow[] {
  return at === null ? [] : [{ label, value: formatDateTime(new Date(at)) }]
}

/** The date of the status, by the name that the specification gives it. */
function statusDate({
  status,
  onboardedAt,
  cancelledAt,
  statusChangedAt,
}: ReviewedApplication): DefinitionRow[] {
  if (status === 'onboarded') return time('Onboarded Date', onboardedAt)
  if (status === 'cancelled') return time('Cancelled Date', cancelledAt)
  return time('Status Date', statusChangedAt)
}

/** The status of the application and its dates. */
export function StatusFacts({ application }: FactsProps) {
  const { reference, status, currentStep, createdAt, statusReason, remindedAt, wealthManagerName } =
    application
  return (
    <Section level={3} title="Application Status">
      <DefinitionList
        rows={[
          { label: 'Reference', value: reference, copy: reference },
          { label: 'Status', value: statuses[status] },
          { label: 'Current Step', value: <StepText step={currentStep} /> },
          { label: 'Wealth Manager', value: wealthManagerName ?? 'Not assigned' },
          ...time('Created', createdAt),
          ...statusDate(application),
          ...(statusReason ? [{ label: 'Reason', value: statusReason }] : []),
          ...time('Reminded', remindedAt),
        ]}
      />
    </Section>
  )
}

/** Internal ids and timestamps. */
export function SystemFacts({ application: { id, userId, createdAt, updatedAt, submittedAt } }: FactsProps) {
  return (
    <Section level={3} title="System Information">
      <DefinitionList
        rows={[
          { label: 'Application ID', value: id, copy: id },
          { label: 'User ID', value: userId, copy: userId },
          ...time('Created', createdAt),
          ...time('Last Updated', updatedAt),
          ...time('Submitted', submittedAt),
        ]}
      />
    </Section>
  )
}

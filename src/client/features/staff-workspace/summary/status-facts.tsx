import type { ReviewedApplication } from '#domain/api/staff-applications.ts'
import { statuses } from '#domain/applications/lifecycle/statuses.ts'
import { formatDateTime } from '#domain/time/dates.ts'
import { DefinitionList, type DefinitionRow } from '#client/ui/definition-list.tsx'
import { Section } from '#client/ui/section.tsx'
import { StepText } from '../list/cells.tsx'

type FactsProps = { application: ReviewedApplication }

function moment(label: string, at: string | null): DefinitionRow[] {
  return at === null ? [] : [{ label, value: formatDateTime(new Date(at)) }]
}

/** Since when the application has its status, by the name that the specification gives the day. */
function statusDate({
  status,
  onboardedAt,
  cancelledAt,
  statusChangedAt,
}: ReviewedApplication): DefinitionRow[] {
  if (status === 'onboarded') return moment('Onboarded Date', onboardedAt)
  if (status === 'cancelled') return moment('Cancelled Date', cancelledAt)
  return moment('Status Date', statusChangedAt)
}

/** Where the application stands, and since when. */
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
          ...moment('Created', createdAt),
          ...statusDate(application),
          ...(statusReason ? [{ label: 'Reason', value: statusReason }] : []),
          ...moment('Reminded', remindedAt),
        ]}
      />
    </Section>
  )
}

/** What the system knows it by. */
export function SystemFacts({ application: { id, userId, createdAt, updatedAt, submittedAt } }: FactsProps) {
  return (
    <Section level={3} title="System Information">
      <DefinitionList
        rows={[
          { label: 'Application ID', value: id, copy: id },
          { label: 'User ID', value: userId, copy: userId },
          ...moment('Created', createdAt),
          ...moment('Last Updated', updatedAt),
          ...moment('Submitted', submittedAt),
        ]}
      />
    </Section>
  )
}

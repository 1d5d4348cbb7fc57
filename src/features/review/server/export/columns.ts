import type { ListedApplication } from '#features/review/api/staff-applications.ts'
import { statuses } from '#features/access/rules/lifecycle/statuses.ts'
import { formatReference } from '#base/rules/identifiers/reference.ts'
import { packText } from '#features/due-diligence/rules/pack-state.ts'
import { waitingOn } from '#features/applications/rules/round/rounds.ts'
import type { Column } from '#base/server/files/cells.ts'

/** An application as in lists, with its reference. */
export type ExportedApplication = ListedApplication & { reference: string }

const timeOf = (at: string | null) => (at === null ? null : new Date(at))

const packColumn: Column<ExportedApplication> = {
  title: 'FICA checks',
  width: 24,
  cell: ({ pack }) => pack && packText(pack),
}

/** The columns of an export, from left to right, with the labels of lists. */
export function columnsOf(referencePrefix: string, hasPack: boolean): Column<ExportedApplication>[] {
  return [
    { title: 'Reference', width: 14, cell: ({ reference }) => formatReference(referencePrefix, reference) },
    { title: 'Client Name', width: 28, cell: ({ fullName }) => fullName },
    { title: 'Email', width: 32, cell: ({ emailAddress }) => emailAddress },
    { title: 'Phone', width: 16, cell: ({ mobileNumber }) => mobileNumber },
    { title: 'Status', width: 14, cell: ({ status }) => statuses[status] },
    { title: 'Corrections', width: 18, cell: ({ waitingOn: on }) => on && waitingOn[on] },
    ...(hasPack ? [packColumn] : []),
    {
      title: 'Current Step',
      width: 16,
      cell: ({ currentStep }) => currentStep?.replaceAll('-', ' ') ?? null,
    },
    { title: 'Wealth Manager', width: 24, cell: ({ wealthManagerName }) => wealthManagerName },
    { title: 'Unassigned', width: 12, cell: ({ unassigned }) => (unassigned ? 'Yes' : 'No') },
    { title: 'Net Worth (ZAR)', width: 18, cell: ({ netWorth }) => netWorth },
    { title: 'Created', width: 17, cell: ({ createdAt }) => timeOf(createdAt) },
    { title: 'Submitted', width: 17, cell: ({ submittedAt }) => timeOf(submittedAt) },
    { title: 'Waiting Since', width: 17, cell: ({ waitingSince }) => timeOf(waitingSince) },
    { title: 'Status Since', width: 17, cell: ({ statusChangedAt }) => timeOf(statusChangedAt) },
    { title: 'Last Activity', width: 14, cell: ({ lastActiveOn }) => lastActiveOn },
    { title: 'Invited Until', width: 17, cell: ({ invitedUntil }) => timeOf(invitedUntil) },
    { title: 'Onboarded', width: 17, cell: ({ onboardedAt }) => timeOf(onboardedAt) },
    { title: 'Cancelled', width: 17, cell: ({ cancelledAt }) => timeOf(cancelledAt) },
    { title: 'Application', width: 38, cell: ({ id }) => id },
  ]
}

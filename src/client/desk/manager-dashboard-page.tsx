import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { managerViewNames } from '#domain/applications/review/views.ts'
import { opensRow } from '#client/lists/row-opener.ts'
import type { ListedApplication } from '#domain/api/staff-applications.ts'
import { formatWholeRand, randToCents } from '#domain/money/rand.ts'
import { StaffLayout } from '#client/staff/staff-layout.tsx'
import { useSession } from '#client/auth/use-session.ts'
import { queryFor } from '#client/lib/query-client.ts'
import type { Column } from '#client/lists/column.ts'
import { useList } from '#client/lists/use-list.ts'
import { Button } from '#client/ui/button.tsx'
import { CountLine } from '#client/ui/count-line.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { CredentialsDialog } from '#client/users/credentials-dialog.tsx'
import { InviteClientDialog } from '#client/users/invite-client-dialog.tsx'
import { useInvitation } from '#client/users/use-invitation.ts'
import { FiguresInLine } from './figures/figures-in-line.tsx'
import { CorrectionsPanel } from './figures/corrections-panel.tsx'
import { ApplicationsList } from './list/applications-list.tsx'
import { cells, nameOf } from './list/cells.tsx'
import { useRowHabits } from './list/use-row-habits.ts'
import { managerList, timeLabels, type ManagerSort } from './list/lists.ts'
import { reviewAddress } from '#client/staff/addresses.ts'

const sortLabels = {
  queue: 'Your Queue',
  submittedAt: 'Date Submitted',
  fullName: 'Client Name',
  status: 'Status',
  netWorth: 'Net Worth',
  ...timeLabels,
} as const satisfies Record<ManagerSort, string>

const figuresQuery = queryFor('GET /api/wealth-manager/application-figures')
const viewsQuery = queryFor('GET /api/wealth-manager/application-views')

/** A wealth manager's own clients (specification section 2, "Wealth manager dashboard"). */
export function ManagerDashboardPage() {
  const { user } = useSession()
  const [params] = useSearchParams()
  const list = useList(managerList)
  const figures = useQuery({ ...figuresQuery, staleTime: 0 })
  const views = useQuery({ ...viewsQuery, staleTime: 0 })
  const invitation = useInvitation((detail) => `Failed to send invitation: ${detail}`)
  const habits = useRowHabits(user?.id ?? '')
  if (!user) return null
  const refresh = () => {
    list.retry()
    void figures.refetch()
    void views.refetch()
  }
  return (
    <StaffLayout role={user.role}>
      <div className="flex flex-wrap items-start justify-between gap-x-8">
        <PageHeading
          eyebrow="Wealth Manager"
          title="Your Clients"
          lead={`Welcome, ${user.fullName || user.username}.`}
          className="mb-4 lg:mb-4"
        />
        <Button
          icon={<UserPlus aria-hidden="true" className="size-5" />}
          onClick={invitation.begin}
          className="mb-4"
        >
          Invite New Client
        </Button>
      </div>
      <FiguresInLine>
        <CountLine
          counts={[
            ['New Applications', figures.data?.statuses.submitted],
            ['Total Applications', figures.data?.total],
          ]}
        />
        <CorrectionsPanel whose="own" />
      </FiguresInLine>
      <ApplicationsList
        list={list}
        queues={{ names: managerViewNames, counts: views.data?.counts }}
        habits={habits}
        caption="Applications of your clients"
        columns={columnsOf(params)}
        sorts={sortLabels}
        figures={figures.data}
        onRefresh={refresh}
        exportedFrom="/api/wealth-manager/application-export"
      />
      <InviteClientDialog
        invitation={invitation}
        title="Invite New Client"
        note="The client is assigned to you automatically. The login credentials are shown here."
        choosesManager={false}
      />
      <CredentialsDialog credentials={invitation.credentials} />
    </StaffLayout>
  )
}

function columnsOf(params: URLSearchParams): Column<ListedApplication, ManagerSort>[] {
  return [
    { id: 'client', title: 'Client Name', sort: 'fullName', width: 'w-[17%]', cell: cells.name },
    { id: 'email', title: 'Email', cell: cells.email },
    { id: 'status', title: 'Status', sort: 'status', width: 'w-36', cell: cells.status },
    {
      id: 'netWorth',
      title: 'Net Worth',
      sort: 'netWorth',
      width: 'w-36',
      align: 'right',
      cell: ({ netWorth }) => (netWorth === null ? '–' : formatWholeRand(randToCents(netWorth))),
    },
    {
      id: 'submitted',
      title: 'Submitted',
      sort: 'submittedAt',
      width: 'w-34',
      cell: cells.submitted,
    },
    { id: 'inStatus', title: 'Days in Status', sort: 'statusSince', width: 'w-44', cell: cells.inStatus },
    {
      id: 'lastActivity',
      title: 'Last Activity',
      sort: 'lastActivity',
      width: 'w-32',
      cell: cells.lastActivity,
    },
    { id: 'phone', title: 'Phone', width: 'w-36', cell: cells.phone },
    {
      id: 'review',
      title: 'Review',
      width: 'w-24',
      isAction: true,
      cell: (application) => (
        <LinkButton
          {...opensRow}
          href={reviewAddress(params, application.id)}
          tone="quiet"
          size="small"
          className="-ml-4"
        >
          Review<span className="sr-only"> {nameOf(application)}</span>
        </LinkButton>
      ),
    },
  ]
}

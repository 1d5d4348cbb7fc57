import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useSearchParams } from 'wouter'
import type { ListedApplication } from '#domain/api/staff-applications.ts'
import { StaffLayout } from '#client/staff/staff-layout.tsx'
import { useSession } from '#client/auth/use-session.ts'
import { queryFor } from '#client/lib/query-client.ts'
import type { Column } from '#client/lists/column.ts'
import { useList } from '#client/lists/use-list.ts'
import { Button } from '#client/ui/button.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { useMedia } from '#client/ui/use-media.ts'
import { CredentialsDialog } from '#client/users/credentials-dialog.tsx'
import { InviteClientDialog } from '#client/users/invite-client-dialog.tsx'
import { useInvitation } from '#client/users/use-invitation.ts'
import { ApplicationFigures } from './figures/application-figures.tsx'
import { CorrectionsPanel } from './figures/corrections-panel.tsx'
import { ApplicationsList } from './list/applications-list.tsx'
import { cells, nameOf } from './list/cells.tsx'
import { adminList, emptyText, NOBODY, timeLabels, type AdminSort } from './list/lists.ts'
import { OwnerFilter, UnassignedNotice } from './list/owner-filter.tsx'
import { SummaryDialog } from './summary/summary-dialog.tsx'

/** The sort selector's words (specification section 2). */
const sortLabels = {
  createdAt: 'Date Created',
  fullName: 'Client Name',
  status: 'Status',
  ...timeLabels,
} as const satisfies Record<AdminSort, string>

/** What the list is narrowed by, taken back. */
const everything = { status: '', waitingOn: '', invitation: '', search: '' } as const

const figuresQuery = queryFor('GET /api/admin/application-figures')

/** Client applications: invite, find, look, act (specification section 2, "Admin dashboard"). */
export function AdminDashboardPage() {
  const { user } = useSession()
  const list = useList(adminList)
  const figures = useQuery({ ...figuresQuery, staleTime: 0 })
  const invitation = useInvitation(() => 'Failed to create user account')
  const roomForFigures = useMedia('(min-width: 56rem)')
  const [opened, open] = useOpenedApplication()
  if (!user) return null
  const refresh = () => {
    list.retry()
    void figures.refetch()
  }
  return (
    <StaffLayout role={user.role}>
      <div className="flex flex-wrap items-start justify-between gap-x-8">
        <PageHeading
          eyebrow="Admin"
          title="Client Applications"
          lead={`Welcome, ${user.fullName || user.username}.`}
        />
        <Button
          icon={<UserPlus aria-hidden="true" className="size-5" />}
          onClick={invitation.begin}
          className="mb-8"
        >
          New Client Invitation
        </Button>
      </div>
      <UnassignedNotice
        count={figures.data?.unassigned ?? 0}
        onShow={() => list.changeView({ ...everything, wealthManager: NOBODY })}
      />
      <details open={roomForFigures} className="mb-4">
        <summary className="inline-block cursor-pointer py-2.5 text-link">Figures</summary>
        {figures.data ? (
          <ApplicationFigures
            figures={figures.data}
            status={list.view.status || null}
            onStatus={(status) => list.changeView({ status: status ?? '' })}
          />
        ) : (
          <p className="text-ink-soft">{figures.isError ? 'Not available just now' : 'Counting…'}</p>
        )}
      </details>
      <CorrectionsPanel whose="all" />
      <ApplicationsList
        list={list}
        caption="Client applications"
        columns={columnsOf(open)}
        sorts={sortLabels}
        figures={figures.data}
        onRefresh={refresh}
        empty={emptyText(list.view, list.view.wealthManager)}
        narrowing={
          <OwnerFilter
            value={list.view.wealthManager}
            onChange={(wealthManager) => list.changeView({ wealthManager })}
            unassigned={figures.data?.unassigned}
            onHandedOver={refresh}
          />
        }
      />
      <InviteClientDialog
        invitation={invitation}
        title="Create New Client User"
        note="This creates an account and shows the login credentials here."
        choosesManager
      />
      <CredentialsDialog credentials={invitation.credentials} />
      {opened === null ? null : <SummaryDialog key={opened} id={opened} onClose={() => open(null)} />}
    </StaffLayout>
  )
}

/** The application whose summary is open: it stands in the address, so that a link to it works. */
function useOpenedApplication(): [string | null, (id: string | null) => void] {
  const [params, setParams] = useSearchParams()
  const open = (id: string | null) => {
    // Closing leaves nothing behind that Back would open again.
    setParams(
      (present) => {
        const next = new URLSearchParams(present)
        if (id === null) next.delete('application')
        else next.set('application', id)
        return next
      },
      { replace: id === null },
    )
  }
  return [params.get('application'), open]
}

function columnsOf(open: (id: string) => void): Column<ListedApplication, AdminSort>[] {
  return [
    { id: 'client', title: 'Client', sort: 'fullName', width: 'w-[17%]', cell: cells.name },
    { id: 'email', title: 'Email', cell: cells.email },
    { id: 'status', title: 'Status', sort: 'status', width: 'w-36', cell: cells.status },
    { id: 'step', title: 'Step', width: 'w-32', cell: cells.step },
    { id: 'manager', title: 'Wealth Manager', width: 'w-40', cell: cells.manager },
    { id: 'created', title: 'Created', sort: 'createdAt', width: 'w-40', cell: cells.created },
    { id: 'phone', title: 'Phone', width: 'w-36', cell: cells.phone },
    {
      id: 'view',
      title: 'View',
      width: 'w-24',
      isAction: true,
      cell: (application) => (
        <Button tone="quiet" size="small" className="-ml-4" onClick={() => open(application.id)}>
          View<span className="sr-only"> {nameOf(application)}</span>
        </Button>
      ),
    },
  ]
}

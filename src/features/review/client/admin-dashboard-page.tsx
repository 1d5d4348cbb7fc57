import { useQuery } from '@tanstack/react-query'
import { statuses, statusesWith } from '#features/access/rules/lifecycle/statuses.ts'
import { adminViewNames, offeredViews } from '#features/review/rules/views.ts'
import type { AnswerOf } from '#base/rules/api/contract.ts'
import { opensRow } from '#base/client/lists/row-opener.ts'
import type { ListedApplication } from '#features/review/api/staff-applications.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { StaffLayout } from '#features/brand/client/shell/staff-layout.tsx'
import { useSession } from '#features/access/client/use-session.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import type { Column } from '#base/client/lists/column.ts'
import { useStableList } from '#base/client/lists/use-stable-list.ts'
import { Button } from '#base/client/ui/button.tsx'
import { CountLine } from '#base/client/ui/count-line.tsx'
import { CredentialsDialog } from '#features/accounts/client/credentials-dialog.tsx'
import { InviteClientDialog } from '#features/accounts/client/invite-client-dialog.tsx'
import { useInvitation } from '#features/accounts/client/use-invitation.ts'
import { ApplicationsList } from './list/applications-list.tsx'
import { StandInNotices } from './list/stand-in-notices.tsx'
import { WorkspaceHeading } from './list/workspace-heading.tsx'
import { cells, managerColumn, nameOf, progressColumns } from './list/cells.tsx'
import { useLastView } from './list/use-last-view.ts'
import { useRowSettings } from './list/use-row-settings.ts'
import { adminList, emptyText, UNASSIGNED, timeLabels, type AdminSort } from './list/lists.ts'
import { ManagerMatches } from './list/manager-matches.tsx'
import { ManagerFilter, UnassignedNotice, useManagerName } from './list/manager-filter.tsx'
import { adminWorkspace } from './workspaces.ts'
import { ListWithPanel } from './panel/list-with-panel.tsx'
import { OpenedApplication } from './panel/opened-application.tsx'
import { useOpened } from './panel/use-opened.ts'

/** Labels of the sort selector (specification section 2). */
const sortLabels = {
  createdAt: 'Date Created',
  fullName: 'Client Name',
  status: 'Status',
  ...timeLabels,
} as const satisfies Record<AdminSort, string>

/** Resets every filter. */
const everything = {
  status: '',
  waitingOn: '',
  exceptWaitingOn: '',
  alsoWaitingOn: '',
  quietDays: '',
  invitation: '',
  pack: '',
  wealthManager: '',
  search: '',
} as const

const viewsQuery = queryFor('GET /api/admin/application-views')

/** All applications: invite, find, open and act (specification section 2, "Admin dashboard"). */
export function AdminDashboardPage() {
  const { user } = useSession()
  const { ficaPack } = useBranding()
  useLastView(user?.id ?? '')
  const stable = useStableList(adminList)
  const { list } = stable
  const invitation = useInvitation(() => 'Failed to create user account')
  const views = useQuery({ ...viewsQuery, staleTime: 0 })
  const opened = useOpened()
  const { isBeside } = opened
  const manager = useManagerName(list.view.wealthManager)
  const settings = useRowSettings(user?.id ?? '', isBeside)
  if (!user) return null
  return (
    <StaffLayout role={user.role}>
      <ListWithPanel
        isBeside={isBeside}
        panel={
          <OpenedApplication
            workspace={adminWorkspace}
            letters={settings.keys}
            {...{ opened }}
            list={stable.latest}
          />
        }
      >
        <WorkspaceHeading
          title="Client Applications"
          invite="New Client Invitation"
          onInvite={invitation.begin}
          {...{ user, isBeside }}
        />
        <StandInNotices standIns={views.data?.standIns} onEnded={() => void views.refetch()} />
        <UnassignedNotice
          count={views.data?.counts.unassigned ?? 0}
          onShow={() => list.changeView({ ...everything, wealthManager: UNASSIGNED })}
        />
        {isBeside ? null : <Figures figures={views.data} />}
        <ApplicationsList
          role={adminWorkspace.role}
          stable={stable}
          queues={offeredViews(adminViewNames, ficaPack)}
          settings={settings}
          caption="Client applications"
          opened={isBeside ? opened.id : null}
          columns={columnsOf(opened.open, ficaPack)}
          sorts={sortLabels}
          frame={views.data}
          exportedFrom="/api/admin/application-export"
          empty={emptyText(list.view, list.view.wealthManager)}
          manager={manager}
          furtherFilters={
            <ManagerFilter
              value={list.view.wealthManager}
              onChange={(wealthManager) => list.changeView({ wealthManager })}
              unassigned={views.data?.counts.unassigned}
              onHandedOver={list.retry}
            />
          }
        >
          <ManagerMatches
            search={list.view.search}
            onShow={(wealthManager) => list.changeView({ ...everything, wealthManager })}
          />
        </ApplicationsList>
      </ListWithPanel>
      <InviteClientDialog
        invitation={invitation}
        title="Create New Client User"
        note="This creates an account and shows the login credentials here."
        choosesManager
      />
      <CredentialsDialog credentials={invitation.credentials} />
    </StaffLayout>
  )
}

function Figures({ figures }: { figures: AnswerOf<'GET /api/admin/application-views'> | undefined }) {
  return (
    <div className="mb-2 max-sm:hidden">
      <CountLine
        counts={[
          { label: 'Total Applications', count: figures?.total },
          ...statusesWith('open').map((status) => ({
            label: statuses[status],
            count: figures?.statuses[status],
          })),
        ]}
      />
    </div>
  )
}

function columnsOf(open: (id: string) => void, hasPack: boolean): Column<ListedApplication, AdminSort>[] {
  return [
    { id: 'client', title: 'Client', sort: 'fullName', width: 'w-[13%]', cell: cells.name },
    { id: 'email', title: 'Email', cell: cells.emailInOneLine },
    { id: 'status', title: 'Status', sort: 'status', width: 'w-34', cell: cells.status },
    { id: 'step', title: 'Step', width: 'w-32', cell: cells.step },
    { id: 'created', title: 'Created', sort: 'createdAt', width: 'w-28', cell: cells.created },
    { id: 'phone', title: 'Phone', width: 'w-34', cell: cells.phone },
    {
      id: 'view',
      title: 'View',
      width: 'w-18',
      isAction: true,
      cell: (application) => (
        <Button
          {...opensRow}
          tone="quiet"
          size="small"
          className="-ml-4"
          onClick={() => open(application.id)}
        >
          <span>View</span>
          <span className="sr-only">{` ${nameOf(application)}`}</span>
        </Button>
      ),
    },
    managerColumn,
    ...progressColumns(hasPack),
  ]
}

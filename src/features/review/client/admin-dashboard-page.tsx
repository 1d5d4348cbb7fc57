import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'wouter'
import { adminViewNames, offeredViews } from '#features/review/rules/views.ts'
import { opensRow } from '#base/client/lists/row-opener.ts'
import type { ListedApplication } from '#features/review/api/staff-applications.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { StaffLayout } from '#features/brand/client/shell/staff-layout.tsx'
import { useSession } from '#features/access/client/use-session.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import type { Column } from '#base/client/lists/column.ts'
import { useStableList } from '#base/client/lists/use-stable-list.ts'
import { LinkButton } from '#base/client/ui/link-button.tsx'
import { paths } from '#base/client/paths.ts'
import { CredentialsDialog } from '#features/accounts/client/credentials-dialog.tsx'
import { InviteClientDialog } from '#features/accounts/client/invite-client-dialog.tsx'
import { useInvitation } from '#features/accounts/client/use-invitation.ts'
import { ApplicationsList } from './list/applications-list.tsx'
import { addressIn } from './addresses.ts'
import { cells, managerColumn, nameOf, progressColumns, waitingColumn } from './list/cells.tsx'
import { useLastView } from './list/use-last-view.ts'
import { useRowSettings } from './list/use-row-settings.ts'
import { adminList, emptyText, timeLabels, type AdminSort, type AdminView } from './list/lists.ts'
import { ManagerMatches } from './list/manager-matches.tsx'
import { ManagerFilter, useManagerName } from './list/manager-filter.tsx'
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
  const [params] = useSearchParams()
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
        <ApplicationsList
          role={adminWorkspace.role}
          title="Client Applications"
          invite="New Client Invitation"
          onInvite={invitation.begin}
          stable={stable}
          queues={offeredViews(adminViewNames, ficaPack)}
          settings={settings}
          caption="Client applications"
          opened={isBeside ? opened.id : null}
          addressOf={(id) => addressIn(adminWorkspace.list, params, id)}
          columns={columnsOf(opened.open, ficaPack)}
          sorts={sortLabels}
          frame={views.data}
          exportedFrom="/api/admin/application-export"
          empty={<Empty view={list.view} isFirm={views.data?.total === 0} />}
          more={
            <>
              <Link href={paths.imports} className="text-link py-2.5">
                Import clients
              </Link>
              <Link href={paths.away} className="text-link py-2.5">
                Wealth managers away
              </Link>
            </>
          }
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

function Empty({ view, isFirm }: { view: AdminView; isFirm: boolean }) {
  return (
    <>
      <p>{emptyText(view, view.wealthManager)}</p>
      {isFirm ? (
        <LinkButton href={paths.imports} className="mt-4">
          Import clients
        </LinkButton>
      ) : null}
    </>
  )
}

function columnsOf(open: (id: string) => void, hasPack: boolean): Column<ListedApplication, AdminSort>[] {
  return [
    { id: 'client', title: 'Client', sort: 'fullName', cell: cells.name },
    { id: 'email', title: 'Email', width: 'w-60', cell: cells.emailInOneLine },
    { id: 'status', title: 'Status', sort: 'status', width: 'w-32', cell: cells.status },
    { id: 'step', title: 'Step', width: 'w-24', cell: cells.step },
    { id: 'created', title: 'Created', sort: 'createdAt', width: 'w-26', cell: cells.created },
    { id: 'phone', title: 'Phone', width: 'w-36', cell: cells.phone },
    managerColumn,
    waitingColumn,
    ...progressColumns(hasPack),
    {
      id: 'view',
      title: 'View',
      width: 'w-12',
      isAction: true,
      cell: (application) => (
        <button
          {...opensRow}
          type="button"
          className="text-link min-h-11"
          onClick={() => open(application.id)}
        >
          <span>View</span>
          <span className="sr-only">{` ${nameOf(application)}`}</span>
        </button>
      ),
    },
  ]
}

import { clsx } from 'clsx'
import { Plus } from 'lucide-react'
import type { ReactElement } from 'react'
import type { ListedApplication } from '#features/review/api/staff-applications.ts'
import type { OwnViews } from '#features/review/api/own-views.ts'
import { Allowed, useMay } from '#features/access/client/use-may.tsx'
import type { Column } from '#base/client/lists/column.ts'
import { ListSearch, ListSort } from '#base/client/lists/list-controls.tsx'
import { countText } from '#base/client/lists/list-section.tsx'
import { ListStatus } from '#base/client/lists/list-status.tsx'
import { nonEmpty, type ChangeView } from '#base/client/lists/view.ts'
import { Button } from '#base/client/ui/button.tsx'
import { CountLine } from '#base/client/ui/count-line.tsx'
import type { Elements } from '#base/client/ui/elements.ts'
import { TitleBar } from '#base/client/ui/title-bar.tsx'
import { FilterButton, MoreButton } from '#base/client/ui/toolbar-buttons.tsx'
import { useMinWidth } from '#base/client/ui/use-min-width.ts'
import type { CurrentTab } from '../own-views/addresses.ts'
import { OwnViewButtons, SaveViewButton } from '../own-views/own-view-buttons.tsx'
import type { ApplicationsListProps } from './list-props.ts'
import { ExportLinks } from './export-links.tsx'
import { ColumnsChoice, FilterChips, Filters, StatusChoices, StatusFilter } from './list-toolbar.tsx'
import { applicationNoun, offered, type ApplicationsView } from './lists.ts'
import { QueueSelect, QueueTabs } from './queue-tabs.tsx'
import type { QueueTab } from './queues.ts'

type ListHeadProps<Sort extends string> = ApplicationsListProps<Sort> & {
  change: ChangeView<ApplicationsView<string>>
  /** The actions on the selected rows, which take the place of the controls. */
  bar: ReactElement | null
  visible: readonly Column<ListedApplication, Sort>[]
  isTable: boolean
  current: CurrentTab
  /** The user's saved views, if loaded. */
  own: OwnViews | undefined
  tabs: { tabs: readonly QueueTab[]; fica: readonly QueueTab[] }
  /** What selects rows, for layouts without a table. */
  selecting: Elements
}

/** The width from which title and controls are in one row, in `rem`. */
const MIN_WIDTH_OF_ROW = 74

/** Title and controls in one row, queues in the next. Beside an opened application and on phones one selector has the queues. */
export function ListHead<Sort extends string>(props: ListHeadProps<Sort>) {
  const { title, figures, stable, opened, change, bar, isTable, tabs } = props
  const { list } = stable
  const isBeside = opened !== null
  const isRow = useMinWidth(MIN_WIDTH_OF_ROW) && !isBeside
  const search = (
    <ListSearch
      view={list.view}
      placeholder="Name, email, mobile, ID"
      finds
      isCompact
      onChange={(patch, how) => change(patch, how)}
    />
  )
  return (
    <>
      <TitleBar
        title={title}
        isTitleHidden={bar !== null}
        under={figures && !isTable ? <CountLine isSmall counts={figures} /> : undefined}
        isOneRow={isRow && bar === null}
        className={bar === null ? undefined : 'sticky top-0 z-20 bg-paper print:hidden'}
      >
        {bar === null ? (
          <>
            {figures && isTable && !isBeside ? <CountLine counts={figures} /> : null}
            {isTable ? (
              <div className={isRow ? 'w-58 min-w-0' : 'min-w-0 grow basis-32'}>{search}</div>
            ) : null}
            {isRow ? <Controls {...props} /> : null}
            <InviteButton {...props} isRow={isRow} />
          </>
        ) : (
          <div data-decision="" className="w-full">
            {bar}
          </div>
        )}
      </TitleBar>
      {isRow ? (
        <div className="mt-2 flex h-10 gap-x-3 border-b border-hairline print:hidden">
          <QueueTabs {...tabs} />
          <ListState {...props} />
          <ListStatus stable={stable} count={countText(list, applicationNoun)} />
        </div>
      ) : (
        <div className={clsx('print:hidden', !isTable && 'mb-2')}>
          {isTable ? null : <div className="mt-1">{search}</div>}
          <div className="mt-2 flex flex-wrap gap-2">
            <QueueSelect {...tabs} />
            <Controls {...props} />
          </div>
          <div className="flex flex-wrap items-center gap-x-3 text-sm">
            <ListState {...props} />
          </div>
          {stable.changes > 0 || list.isRefreshFailed ? <ListStatus stable={stable} count="" /> : null}
        </div>
      )}
    </>
  )
}

type InviteButtonProps = Pick<ListHeadProps<string>, 'invite' | 'onInvite' | 'figures' | 'isTable'> & {
  isRow: boolean
}

function InviteButton({ invite, onInvite, figures, isTable, isRow }: InviteButtonProps) {
  return (
    <Allowed to="client.invite">
      <Button
        size="small"
        className="ml-auto shrink-0 whitespace-nowrap max-sm:px-3"
        icon={figures && !isTable ? undefined : <Plus aria-hidden="true" className="size-5" />}
        aria-label={isRow ? undefined : `Invite: ${invite}`}
        onClick={onInvite}
      >
        {isRow ? invite : 'Invite'}
      </Button>
    </Allowed>
  )
}

/** What is beside the number of rows: further facts, and the filters while no tab has them. */
function ListState<Sort extends string>(props: ListHeadProps<Sort>) {
  const { role, stable, change, current, own, manager, children } = props
  const maySave = useMay('own-views.keep')
  const { view } = stable.list
  return (
    <>
      {children}
      {own && maySave && !current.isSaved ? <SaveViewButton views={own} looked={view} role={role} /> : null}
      {current.tab === null ? <FilterChips {...{ view, manager }} onChange={change} /> : null}
    </>
  )
}

/** The status filter, the order, further filters, and what is rare. */
function Controls<Sort extends string>(props: ListHeadProps<Sort>) {
  const { stable, opened, sorts, frame, furtherFilters, isTable, change } = props
  const { view } = stable.list
  const { sort, direction } = view
  const hasOrder = isTable && opened === null
  const status = {
    value: view.status,
    counts: frame,
    onChange: (chosen: string) =>
      change({ status: chosen, exceptWaitingOn: '', alsoWaitingOn: '', quietDays: '' }),
  }
  return (
    <>
      {hasOrder ? <StatusFilter {...status} /> : null}
      {hasOrder || !isTable ? (
        <ListSort
          className={isTable ? undefined : 'grow basis-32'}
          labels={offered(sorts, sort)}
          {...{ sort, direction }}
          onChange={(patch) => change(patch)}
        />
      ) : null}
      <FilterButton label={isTable ? 'Filter' : 'Filter and more'}>
        {hasOrder ? null : <StatusChoices {...status} />}
        <Filters {...{ view, change }}>{furtherFilters}</Filters>
        {isTable ? null : <Rare {...props} />}
      </FilterButton>
      {isTable ? (
        <MoreButton>
          <Rare {...props} />
        </MoreButton>
      ) : null}
    </>
  )
}

function Rare<Sort extends string>(props: ListHeadProps<Sort>) {
  const { stable, opened, settings, columns, visible, isTable, exportedFrom, own, current } = props
  const maySave = useMay('own-views.keep')
  return (
    <>
      {isTable ? null : props.selecting}
      {isTable && opened === null ? (
        <ColumnsChoice settings={settings} all={columns} visible={visible} />
      ) : null}
      <ExportLinks from={exportedFrom} query={nonEmpty(stable.list.view)} />
      {own && maySave ? <OwnViewButtons views={own} tab={current.tab} /> : null}
      {props.more}
    </>
  )
}

import type { Column } from './column.ts'
import { CollapsibleControls, type CollapsibleControlsProps } from './collapsible-controls.tsx'
import { ListControls, type ListControlsProps, type SearchedView } from './list-controls.tsx'
import { countText, ListSection, type ListTexts } from './list-section.tsx'
import { ListTable } from './list-table.tsx'
import type { ListTableProps } from './list-shape.ts'
import type { List } from './use-list.ts'
import { sortedBy } from './view.ts'
import type { Elements } from '#client/ui/elements.ts'

export type SortedListProps<
  Row extends { id: string },
  Sort extends string,
  View extends SearchedView<Sort>,
> = Pick<ListControlsProps<Sort, View>, 'sorts' | 'filter' | 'findsNumbers' | 'onRefresh'> &
  Pick<ListTableProps<Row, Sort>, 'dense' | 'minTableWidth' | 'opened'> & {
    list: List<Row, View>
    /** The content of the list, for screen readers. */
    caption: string
    columns: readonly Column<Row, Sort>[]
    texts: ListTexts
    /** The text of an empty list. */
    empty: string
    /** Singular and plural of its rows. */
    noun: readonly [one: string, several: string]
    /** Further filters, above the other controls. */
    narrowing?: Elements
    /** Collapses the controls on a phone. */
    collapsed?: CollapsibleControlsProps['initially']
    /** Whether a panel beside the list leaves it as narrow as on a phone. */
    isNarrow?: boolean | undefined
    /** A remark on all rows, beside their count. */
    about?: string | undefined
    /** Shown between the controls and the rows. */
    children?: Elements
  }

/** A list that is searched, filtered and sorted by its columns: controls and rows. */
export function SortedList<Row extends { id: string }, Sort extends string, View extends SearchedView<Sort>>({
  list,
  caption,
  columns,
  texts,
  empty,
  noun,
  about,
  dense,
  opened,
  minTableWidth,
  narrowing,
  collapsed,
  isNarrow,
  children,
  ...controls
}: SortedListProps<Row, Sort, View>) {
  const { sort, direction } = list.view
  const onSort = (by: Sort) =>
    // A type argument: a view with more properties has these too.
    list.changeView(sortedBy<Sort>({ sort, direction }, by) as Partial<View>)
  const shown = (
    <>
      {narrowing}
      <ListControls list={list} {...controls} />
    </>
  )
  return (
    <>
      {collapsed === undefined ? (
        shown
      ) : (
        <CollapsibleControls key={String(isNarrow)} initially={collapsed} isNarrow={isNarrow}>
          {shown}
        </CollapsibleControls>
      )}
      {children}
      <ListSection
        list={list}
        texts={texts}
        empty={empty}
        count={[countText(list, noun), ...(about === undefined ? [] : [about])].join('. ')}
      >
        <ListTable
          {...{ caption, columns, list, dense, opened, minTableWidth: minTableWidth }}
          order={{ sort, direction, onSort }}
        />
      </ListSection>
    </>
  )
}

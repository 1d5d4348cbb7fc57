import type { Column } from './column.ts'
import { ControlsFold, type ControlsFoldProps } from './controls-fold.tsx'
import { ListControls, type ListControlsProps, type SearchedView } from './list-controls.tsx'
import { countText, ListSection, type ListWords } from './list-section.tsx'
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
  Pick<ListTableProps<Row, Sort>, 'dense' | 'roomForTable' | 'opened'> & {
    list: List<Row, View>
    /** What the list holds, for those who hear it. */
    caption: string
    columns: readonly Column<Row, Sort>[]
    words: ListWords
    /** What is said where there is nothing to show. */
    empty: string
    /** What one row is, and several are. */
    noun: readonly [one: string, several: string]
    /** What else narrows the list, above the other controls. */
    narrowing?: Elements
    /** Set where a phone shows the list before its controls. */
    folded?: ControlsFoldProps['atFirst']
    /** Whether something stands beside the list, so that there is no more room than on a phone. */
    isNarrow?: boolean | undefined
    /** What is so of all its rows, said beside how many they are. */
    about?: string | undefined
    /** What stands between the controls and the rows. */
    children?: Elements
  }

/** A list that is searched, filtered and sorted by its columns: the controls and the rows. */
export function SortedList<Row extends { id: string }, Sort extends string, View extends SearchedView<Sort>>({
  list,
  caption,
  columns,
  words,
  empty,
  noun,
  about,
  dense,
  opened,
  roomForTable,
  narrowing,
  folded,
  isNarrow,
  children,
  ...controls
}: SortedListProps<Row, Sort, View>) {
  const { sort, direction } = list.view
  const onSort = (by: Sort) =>
    // What a sorted view has, a view that has more has too.
    list.changeView(sortedBy<Sort>({ sort, direction }, by) as Partial<View>)
  const shown = (
    <>
      {narrowing}
      <ListControls list={list} {...controls} />
    </>
  )
  return (
    <>
      {folded === undefined ? (
        shown
      ) : (
        <ControlsFold key={String(isNarrow)} atFirst={folded} isNarrow={isNarrow}>
          {shown}
        </ControlsFold>
      )}
      {children}
      <ListSection
        list={list}
        words={words}
        empty={empty}
        count={[countText(list, noun), ...(about === undefined ? [] : [about])].join('. ')}
      >
        <ListTable
          {...{ caption, columns, list, dense, opened, roomForTable }}
          order={{ sort, direction, onSort }}
        />
      </ListSection>
    </>
  )
}

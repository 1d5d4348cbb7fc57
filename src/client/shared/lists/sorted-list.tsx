import type { Column } from './column.ts'
import { ListControls, type ListControlsProps, type SearchedView } from './list-controls.tsx'
import { countText, ListSection, type ListTexts } from './list-section.tsx'
import { ListTable } from './list-table.tsx'
import type { List } from './use-list.ts'
import { sortedBy } from './view.ts'
import type { Elements } from '#client/ui/elements.ts'

export type SortedListProps<
  Row extends { id: string },
  Sort extends string,
  View extends SearchedView<Sort>,
> = Pick<ListControlsProps<Sort, View>, 'sorts' | 'filter' | 'onRefresh'> & {
  list: List<Row, View>
  /** The content of the list, for screen readers. */
  caption: string
  columns: readonly Column<Row, Sort>[]
  texts: ListTexts
  /** The text of an empty list. */
  empty: string
  /** Singular and plural of its rows. */
  noun: readonly [one: string, several: string]
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
  children,
  ...controls
}: SortedListProps<Row, Sort, View>) {
  const { sort, direction } = list.view
  const onSort = (by: Sort) =>
    // A type argument: a view with more properties has these too.
    list.changeView(sortedBy<Sort>({ sort, direction }, by) as Partial<View>)
  return (
    <>
      <ListControls list={list} {...controls} />
      {children}
      <ListSection list={list} texts={texts} empty={empty} count={countText(list, noun)}>
        <ListTable {...{ caption, columns, list }} order={{ sort, direction, onSort }} />
      </ListSection>
    </>
  )
}

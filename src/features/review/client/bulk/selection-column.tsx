import type { ListedApplication } from '#features/review/api/staff-applications.ts'
import type { Column } from '#base/client/lists/column.ts'
import { Button } from '#base/client/ui/button.tsx'
import { Checkbox } from '#base/client/ui/checkbox.tsx'
import { nameOf } from '../list/cells.tsx'
import type { Selection } from './use-selection.ts'

function selectAllText({ maximum }: Selection): string {
  return maximum === null ? 'Select all loaded' : `Select all ${maximum.toLocaleString('en-ZA')}`
}

/** Selects all rows, for layouts without a table header. */
export function SelectAllButton({ selection }: { selection: Selection }) {
  return (
    <Button size="small" tone="secondary" aria-pressed={selection.areAll} onClick={selection.toggleAll}>
      {selectAllText(selection)}
    </Button>
  )
}

/** The column that selects rows; with Shift, the range since the previous press. */
export function selectionColumn(selection: Selection): Column<ListedApplication> {
  return {
    id: 'tick',
    title: 'Select',
    width: 'w-10',
    head: (
      <Checkbox
        label={<span className="sr-only">{selectAllText(selection)}</span>}
        checked={selection.areAll}
        onChange={selection.toggleAll}
      />
    ),
    cell: (application) => (
      <Checkbox
        label={<span className="sr-only">{`Select ${nameOf(application)}`}</span>}
        checked={selection.has(application.id)}
        onChange={({ nativeEvent }) =>
          selection.toggle(application.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    ),
  }
}

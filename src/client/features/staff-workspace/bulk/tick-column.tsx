import type { ListedApplication } from '#domain/api/staff-applications.ts'
import type { Column } from '#client/shared/lists/column.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { nameOf } from '../list/cells.tsx'
import type { Ticks } from './use-ticks.ts'

function selectAllText({ most }: Ticks): string {
  return most === null ? 'Select all loaded' : `Select all ${most.toLocaleString('en-ZA')}`
}

/** Ticks all, where no table's header does. */
export function SelectAllButton({ ticks }: { ticks: Ticks }) {
  return (
    <Button size="small" tone="secondary" aria-pressed={ticks.areAll} onClick={ticks.toggleAll}>
      {selectAllText(ticks)}
    </Button>
  )
}

/** The column that ticks rows; with Shift, all from the one before to this. */
export function tickColumn(ticks: Ticks): Column<ListedApplication> {
  return {
    id: 'tick',
    title: 'Select',
    width: 'w-10',
    head: (
      <Checkbox
        label={<span className="sr-only">{selectAllText(ticks)}</span>}
        checked={ticks.areAll}
        onChange={ticks.toggleAll}
      />
    ),
    cell: (application) => (
      <Checkbox
        label={<span className="sr-only">{`Select ${nameOf(application)}`}</span>}
        checked={ticks.has(application.id)}
        onChange={({ nativeEvent }) =>
          ticks.toggle(application.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    ),
  }
}

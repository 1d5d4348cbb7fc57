import { Rows3, Rows4 } from 'lucide-react'
import { Button } from '#client/ui/button.tsx'
import { KeysHelp, listKeys, type KeyHabit } from '../keys-help.tsx'

/** How rows look, and whether keys move through them: each as its person likes it. */
export interface RowHabits extends KeyHabit {
  dense: boolean
  onDense: (dense: boolean) => void
}

/** Dense or comfortable rows, and what the keys do. */
export function ListOptions({ habits }: { habits: RowHabits }) {
  const { dense, onDense } = habits
  const Sign = dense ? Rows4 : Rows3
  return (
    <div className="flex gap-2 lg:ml-auto">
      <Button
        size="small"
        tone="secondary"
        aria-pressed={dense}
        icon={<Sign aria-hidden="true" className="size-5" />}
        onClick={() => onDense(!dense)}
      >
        Dense rows
      </Button>
      <KeysHelp habit={habits} words={listKeys} />
    </div>
  )
}

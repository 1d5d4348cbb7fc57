import { Plus } from 'lucide-react'
import { use, useState } from 'react'
import { afterPaint } from '#base/client/ui/after-paint.ts'
import { Button } from '#base/client/ui/button.tsx'
import { useMinWidth } from '#base/client/ui/use-min-width.ts'
import { StepStatus } from './step-props.ts'

/** Wider windows show every question of a step, in `rem` (decisions, "Answered sections"). */
const MIN_WIDTH_UNFOLDED = 40

/** Whether the window is so narrow that answered and optional questions fold. */
export const useFolding = (): boolean => !useMinWidth(MIN_WIDTH_UNFOLDED)

/** Whether something empty and optional is closed until it is asked for; `open` focuses the field. Never in a change from the review. */
export function useFolded(isEmpty: boolean, fieldId: string): { folded: boolean; open: () => void } {
  const isNarrow = useFolding()
  const { editingFromReview } = use(StepStatus)
  const [isOpen, setOpen] = useState(editingFromReview)
  // What was filled in stays open when it is emptied again, and what a wide window showed when it becomes narrow.
  if ((!isEmpty || !isNarrow) && !isOpen) setOpen(true)
  return {
    folded: !isOpen && isNarrow && isEmpty,
    open: () => {
      setOpen(true)
      afterPaint(() => document.getElementById(fieldId)?.focus())
    },
  }
}

/** Opens something optional. */
export function AddButton({ onPress, children }: { onPress: () => void; children: string }) {
  return (
    <div>
      <Button
        tone="quiet"
        size="small"
        className="-my-2 -ml-4"
        icon={<Plus aria-hidden="true" className="size-4" />}
        onClick={onPress}
      >
        {children}
      </Button>
    </div>
  )
}

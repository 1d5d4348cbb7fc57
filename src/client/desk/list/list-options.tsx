import { Keyboard, Rows3, Rows4 } from 'lucide-react'
import { useId } from 'react'
import { Button, buttonClasses } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'

/** How rows look, and whether keys move through them: each as its person likes it. */
export interface RowHabits {
  dense: boolean
  onDense: (dense: boolean) => void
  keys: boolean
  onKeys: (keys: boolean) => void
}

const keyWords = [
  ['J', 'next row'],
  ['K', 'row before'],
  ['Enter', 'open the row'],
] as const

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
      <KeysHelp habits={habits} />
    </div>
  )
}

/** The browser's own popover: Esc and a press beside it close it. */
function KeysHelp({ habits: { keys, onKeys } }: { habits: RowHabits }) {
  const id = useId()
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className={buttonClasses('secondary', 'small', 'max-lg:hidden')}
      >
        <Keyboard aria-hidden="true" className="size-5" />
        Keys
      </button>
      <section
        id={id}
        popover="auto"
        aria-label="Keys"
        className="m-auto w-80 rounded-lg border border-hairline bg-surface p-5 text-ink shadow-float"
      >
        <ul className="mb-4 grid gap-2">
          {keyWords.map(([key, words]) => (
            <li key={key} className="grid grid-cols-[4.5rem_1fr] items-baseline">
              <span>
                <kbd className="rounded-sm border border-edge bg-sunken px-2 font-sans text-sm">{key}</kbd>
              </span>
              {words}
            </li>
          ))}
        </ul>
        <Checkbox
          name="row-keys"
          label="J and K move through the rows"
          checked={keys}
          onChange={({ target }) => onKeys(target.checked)}
        />
      </section>
    </>
  )
}

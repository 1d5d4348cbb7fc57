import { Keyboard } from 'lucide-react'
import { useId, useRef } from 'react'
import { useLetterShortcuts } from '#base/client/lists/letter-shortcuts.ts'
import { buttonClasses } from '#base/client/ui/button.tsx'
import { Checkbox } from '#base/client/ui/checkbox.tsx'

/** The user's setting of single-letter shortcuts. */
export interface ShortcutSetting {
  keys: boolean
  onKeys: (keys: boolean) => void
}

/** A key and its action. */
export type ShortcutText = readonly (readonly [key: string, label: string])[]

/** Shortcuts of lists. */
export const listShortcuts: ShortcutText = [
  ['J', 'next row'],
  ['K', 'previous row'],
  ['Enter', 'open the row in the side panel'],
  ['Enter, O', 'open the full page'],
  ['Esc', 'close and return to the row'],
  ['?', 'these shortcuts'],
]

type ShortcutsHelpProps = { setting: ShortcutSetting; text: ShortcutText }

/** Lists the shortcuts and switches them off, behind a button and "?". A native popover: Esc closes it. */
export function ShortcutsHelp({ setting: { keys, onKeys }, text }: ShortcutsHelpProps) {
  const id = useId()
  const ref = useRef<HTMLElement>(null)
  useLetterShortcuts(keys, { '?': () => ref.current?.togglePopover() })
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-keyshortcuts={keys ? '?' : undefined}
        className={buttonClasses('secondary', 'small', 'max-lg:hidden')}
      >
        <Keyboard aria-hidden="true" className="size-5" />
        <span>Shortcuts</span>
      </button>
      <section
        ref={ref}
        id={id}
        popover="auto"
        aria-label="Shortcuts"
        className="m-auto w-96 rounded-lg border border-hairline bg-surface p-5 text-ink shadow-float"
      >
        <ul className="mb-4 grid gap-2">
          {text.map(([key, does]) => (
            <li key={does} className="grid grid-cols-[7rem_1fr] items-baseline">
              <span className="flex gap-1">
                {key.split(', ').map((one) => (
                  <kbd
                    key={one}
                    className="rounded-sm border border-edge bg-sunken px-2 font-sans text-sm whitespace-nowrap"
                  >
                    {one}
                  </kbd>
                ))}
              </span>
              <span>{does}</span>
            </li>
          ))}
        </ul>
        <Checkbox
          name="row-keys"
          label="Single-key shortcuts"
          checked={keys}
          onChange={({ target }) => onKeys(target.checked)}
        />
      </section>
    </>
  )
}

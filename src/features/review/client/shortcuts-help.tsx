import { useRef } from 'react'
import type { ShortcutSetting } from '#base/client/lists/shortcut-setting.ts'
import { useLetterShortcuts } from '#base/client/lists/letter-shortcuts.ts'
import { Checkbox } from '#base/client/ui/checkbox.tsx'

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

/** Lists the shortcuts and switches them off, behind "?". A native popover: Esc closes it. */
export function ShortcutsHelp({ setting: { keys, onKeys }, text }: ShortcutsHelpProps) {
  const ref = useRef<HTMLElement>(null)
  useLetterShortcuts(keys, { '?': () => ref.current?.togglePopover() })
  return (
    <section
      ref={ref}
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
  )
}

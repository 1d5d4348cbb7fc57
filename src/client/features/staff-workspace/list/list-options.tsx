import { Rows3, Rows4 } from 'lucide-react'
import { Button } from '#client/ui/button.tsx'
import { ShortcutsHelp, listShortcuts, type ShortcutSetting } from '../shortcuts-help.tsx'

/** The user's settings: density of rows and shortcuts. */
export interface RowSettings extends ShortcutSetting {
  dense: boolean
  onDense: (dense: boolean) => void
}

/** A toggle for dense rows, and the shortcuts. */
export function ListOptions({ settings }: { settings: RowSettings }) {
  const { dense, onDense } = settings
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
      <ShortcutsHelp setting={settings} text={listShortcuts} />
    </div>
  )
}

import type { LucideIcon } from 'lucide-react'
import { Tooltip } from './tooltip.tsx'

export type IconButtonProps = {
  /** What it does, and to what: its accessible name and its tooltip. */
  label: string
  Icon: LucideIcon
  onPress: () => void
  /** Does nothing but keeps its position and the focus. */
  disabled?: boolean
}

/** An icon button, for one of several actions in a row. Below a `TooltipProvider`. */
export function IconButton({ label, Icon, onPress, disabled = false }: IconButtonProps) {
  return (
    <Tooltip content={label}>
      <button
        type="button"
        aria-label={label}
        aria-disabled={disabled || undefined}
        onClick={disabled ? undefined : onPress}
        className="flex size-11 items-center justify-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink aria-disabled:opacity-40"
      >
        <Icon aria-hidden="true" className="size-5" />
      </button>
    </Tooltip>
  )
}

import type { LucideIcon } from 'lucide-react'
import { Tooltip } from './tooltip.tsx'

export type IconButtonProps = {
  /** What it does, and to what: read out, and shown in the tooltip. */
  label: string
  Icon: LucideIcon
  onPress: () => void
  /** Nothing happens; it keeps its place and the focus. */
  disabled?: boolean
}

/** A button that is a picture, for one of several things to do in a row. Below a `TooltipProvider`. */
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

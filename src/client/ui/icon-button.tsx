import type { LucideIcon } from 'lucide-react'
import { Tooltip } from './tooltip.tsx'

export type IconButtonProps = {
  /** What it does, and to what: read out, and shown in the tooltip. */
  label: string
  Icon: LucideIcon
  onPress: () => void
}

/** A button that is a picture, for one of several things to do in a row. Below a `TooltipProvider`. */
export function IconButton({ label, Icon, onPress }: IconButtonProps) {
  return (
    <Tooltip content={label}>
      <button
        type="button"
        aria-label={label}
        onClick={onPress}
        className="flex size-11 items-center justify-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink"
      >
        <Icon aria-hidden="true" className="size-5" />
      </button>
    </Tooltip>
  )
}

import type { ReactNode } from 'react'
import { Tooltip } from './tooltip.tsx'

export type IconButtonProps = {
  /** What it does, and to what: read out, and shown in the tooltip. */
  label: string
  /** Of 20 pixels. */
  icon: ReactNode
  onPress: () => void
}

/** A button that is a picture, for one of several things to do in a row. Below a `TooltipProvider`. */
export function IconButton({ label, icon, onPress }: IconButtonProps) {
  return (
    <Tooltip content={label}>
      <button
        type="button"
        aria-label={label}
        onClick={onPress}
        className="flex size-11 items-center justify-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink"
      >
        {icon}
      </button>
    </Tooltip>
  )
}

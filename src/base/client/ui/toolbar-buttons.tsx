import { Ellipsis, ListFilter } from 'lucide-react'
import type { Elements } from './elements.ts'
import { PopoverButton } from './popover-button.tsx'

/** A button whose panel holds filters. */
export function FilterButton({ label = 'Filter', children }: { label?: string; children: Elements }) {
  return (
    <PopoverButton label={label} text={null} icon={<ListFilter aria-hidden="true" className="size-5" />}>
      <div className="grid gap-4">{children}</div>
    </PopoverButton>
  )
}

/** A button whose panel holds what is rare. */
export function MoreButton({ children }: { children: Elements }) {
  return (
    <PopoverButton label="More" text={null} icon={<Ellipsis aria-hidden="true" className="size-5" />}>
      <div className="grid justify-items-start gap-3">{children}</div>
    </PopoverButton>
  )
}

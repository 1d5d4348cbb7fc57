import { Menu } from 'lucide-react'
import type { ReactNode } from 'react'
import { Fold } from '#client/ui/fold.tsx'

/** Links and buttons of a header: in a row on a desk, on a phone each on a line of its own behind one button. */
export function HeaderMenu({ children }: { children: ReactNode }) {
  return (
    <Fold
      button={
        <>
          <Menu aria-hidden="true" className="size-5" />
          <span>Menu</span>
        </>
      }
      buttonClassName="-mr-2 flex min-h-11 items-center gap-2 px-2 text-sm font-semibold"
      className="header-menu"
    >
      {children}
    </Fold>
  )
}

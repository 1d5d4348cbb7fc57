import { Menu } from 'lucide-react'
import type { ReactNode } from 'react'
import { CollapsibleMenu } from '#base/client/ui/collapsible-menu.tsx'

/** Links and buttons of a header: a row on a desktop, a menu on a phone. */
export function HeaderMenu({ children }: { children: ReactNode }) {
  return (
    <CollapsibleMenu
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
    </CollapsibleMenu>
  )
}

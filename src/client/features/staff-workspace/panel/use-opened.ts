import { useEffect, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { focusRow, openerOf } from '#client/shared/lists/row-opener.ts'
import { useStableMinWidth } from '#client/ui/use-min-width.ts'
import { addressIn } from '#client/features/staff/addresses.ts'

/** So wide, in `rem`, is a window where an application stands beside the list. */
export const ROOM_FOR_PANEL = 75

/** The application that is opened from a list: it stands in the address, so that a link to it works. */
export interface Opened {
  id: string | null
  /** Whether it stands beside the list. */
  isBeside: boolean
  open: (id: string) => void
  close: () => void
}

/** Which application the address opens; whoever closes it is back at its row. */
export function useOpened(): Opened {
  const [params, setParams] = useSearchParams()
  const hasRoom = useStableMinWidth(ROOM_FOR_PANEL)
  const id = params.get('application')
  const show = (shown: string | null, replace: boolean) =>
    setParams((present) => new URLSearchParams(addressIn('', present, shown)), { replace })
  useFocusBack(id)
  return {
    id,
    isBeside: hasRoom && id !== null,
    // One after the other is one step of the back button; closing leaves nothing behind that it would open again.
    open: (opened) => show(opened, id !== null),
    close: () => show(null, true),
  }
}

/** The row of what was closed has the focus; where it is gone, the page's title. */
function useFocusBack(id: string | null): void {
  const before = useRef(id)
  useEffect(() => {
    const closed = id === null ? before.current : null
    before.current = id
    if (closed === null || isElsewhere(document.activeElement)) return
    const opener = openerOf(closed)
    if (opener === null) document.querySelector<HTMLElement>('h1')?.focus()
    else focusRow(opener)
  }, [id])
}

/** Whether somebody is at something already: whoever pressed a tab stays there. */
function isElsewhere(element: Element | null): boolean {
  return element !== null && element !== document.body && element.isConnected
}

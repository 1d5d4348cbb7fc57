import { useEffect, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { focusRow, openerOf } from '#base/client/lists/row-opener.ts'
import { useStableMinWidth } from '#base/client/ui/use-min-width.ts'
import { addressIn } from '#features/review/client/addresses.ts'

/** The window width for a panel beside the list, in `rem`. */
export const MIN_WIDTH_FOR_PANEL = 75

/** The opened application of a list; its id is in the address, so that it can be linked to. */
export interface Opened {
  id: string | null
  /** Whether it is beside the list. */
  isBeside: boolean
  open: (id: string) => void
  close: () => void
}

/** The opened application of the address; closing returns to its row. */
export function useOpened(): Opened {
  const [params, setParams] = useSearchParams()
  const isWide = useStableMinWidth(MIN_WIDTH_FOR_PANEL)
  const id = params.get('application')
  const show = (shown: string | null, replace: boolean) =>
    setParams((present) => new URLSearchParams(addressIn('', present, shown)), { replace })
  useFocusBack(id)
  return {
    id,
    isBeside: isWide && id !== null,
    // Opening another one replaces the history entry, and closing leaves none that would open it again.
    open: (opened) => show(opened, id !== null),
    close: () => show(null, true),
  }
}

/** Focuses the closed application's row; if that is gone, the page's title. */
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

/** Whether the user has focused something else, such as a tab. */
function isElsewhere(element: Element | null): boolean {
  return element !== null && element !== document.body && element.isConnected
}

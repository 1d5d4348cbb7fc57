import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/** Whether the script has arrived: false in the HTML that the server sends, true as soon as the page answers. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}

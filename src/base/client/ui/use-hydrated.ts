import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/** Whether the page is hydrated: false in the HTML that the server sends. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}

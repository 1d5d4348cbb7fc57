import { useEffect, useRef } from 'react'
import { session } from '#features/access/client/session.ts'
import { useBranding, useRefreshBranding } from '#features/brand/client/shell/branding.tsx'

/** How long the firm's settings are taken as current, in ms. */
const CURRENT_FOR_MS = 60_000

/**
 * Fetches the firm's settings again when an open page moves to another address, never while a form is filled in. The
 * limits of the session may have changed with them.
 */
export function useFollowFirm(location: string): void {
  const { revision } = useBranding()
  const refresh = useRefreshBranding()
  const fetchedAt = useRef(performance.now())
  useEffect(() => {
    if (performance.now() - fetchedAt.current < CURRENT_FOR_MS) return
    fetchedAt.current = performance.now()
    void refresh()
  }, [location, refresh])
  const known = useRef(revision)
  useEffect(() => {
    if (known.current === revision) return
    known.current = revision
    void session.ask()
  }, [revision])
}

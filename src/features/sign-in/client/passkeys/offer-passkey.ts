import type { SessionUser } from '#features/access/api/auth.ts'
import { isSlowConnection } from '#base/client/lib/connection.ts'
import { whenIdle } from '#base/client/lib/lazy-part.tsx'
import { session } from '#features/access/client/session.ts'

/** Offers a passkey after a sign-in by password, once the next page is idle, and not over a slow connection. */
export function offerPasskey({ id }: SessionUser): void {
  if (isSlowConnection()) return
  whenIdle(() => {
    const now = session.get()
    if (now.user?.id === id) session.set({ ...now, offersPasskey: true })
  })
}

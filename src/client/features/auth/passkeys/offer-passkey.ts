import type { SessionUser } from '#domain/api/auth.ts'
import { isSlowConnection } from '#client/shared/shell/connection.ts'
import { whenIdle } from '#client/shared/shell/lazy-part.tsx'
import { session } from '../session.ts'

/** Offers a passkey after a sign-in by password, once the next page is idle, and not over a slow connection. */
export function offerPasskey({ id }: SessionUser): void {
  if (isSlowConnection()) return
  whenIdle(() => {
    const now = session.get()
    if (now.user?.id === id) session.set({ ...now, offersPasskey: true })
  })
}

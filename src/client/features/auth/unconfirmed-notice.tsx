import { useEffect } from 'react'
import { Link } from 'wouter'
import { pendingRequirement } from '#domain/authorisation/pending-requirements.ts'
import { paths } from '#client/shared/shell/paths.ts'
import { Notice } from '#client/ui/notice.tsx'
import { useSession } from './use-session.ts'

/** Whether the client has registered and not confirmed the address yet. */
export function useUnconfirmed(): boolean {
  const { user } = useSession()
  return user !== null && pendingRequirement(user) === 'confirmation'
}

/** For a client who has registered: the application can be filled in, and submitted once the address is confirmed. */
export function UnconfirmedNotice() {
  const { user, retry: look } = useSession()
  const isUnconfirmed = useUnconfirmed()
  // The link may have been followed in another tab or on another device meanwhile.
  useEffect(() => {
    if (!isUnconfirmed) return undefined
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  }, [isUnconfirmed, look])
  if (!isUnconfirmed) return null
  return (
    <Notice className="mb-8" title="Please confirm your email address">
      We have sent a link to <span className="wrap-anywhere">{user?.username}</span>. You can fill in your
      application now, and submit it once the address is confirmed, within three days.{' '}
      <Link href={paths.confirm} className="text-link">
        Enter the code, or send the email again
      </Link>
    </Notice>
  )
}

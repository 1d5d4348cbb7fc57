import { useEffect } from 'react'
import { Link } from 'wouter'
import { paths } from '#base/client/paths.ts'
import { Notice } from '#base/client/ui/notice.tsx'
import { useSession } from '#features/access/client/use-session.ts'

/** For a client who has registered: the application can be filled in, and submitted once the address is confirmed. */
export function UnconfirmedNotice() {
  const { user, retry: look } = useSession()
  // The link may have been followed in another tab or on another device meanwhile.
  useEffect(() => {
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  }, [look])
  return (
    <Notice className="mb-8" title="Please confirm your email address">
      <p className="wrap-anywhere">{`We have sent a link to ${user?.username}. You can fill in your application now, and submit it once the address is confirmed, within three days.`}</p>
      <Link href={paths.confirm} className="text-link">
        Enter the code, or send the email again
      </Link>
    </Notice>
  )
}

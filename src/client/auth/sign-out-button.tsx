import { useLocation } from 'wouter'
import { Button } from '#client/ui/button.tsx'
import { paths } from '#client/shell/paths.ts'
import { useSession } from './use-session.ts'

/** Signs out, then goes to the sign-in page. */
export function SignOutButton({ size }: { size?: 'normal' | 'small' }) {
  const { signOut } = useSession()
  const [, navigate] = useLocation()
  const leave = () =>
    signOut.mutateAsync().then(
      () => navigate(paths.signIn),
      () => undefined,
    )
  return (
    <Button
      tone="secondary"
      size={size}
      pending={signOut.isPending}
      pendingLabel="Signing out..."
      onClick={() => void leave()}
    >
      Sign Out
    </Button>
  )
}

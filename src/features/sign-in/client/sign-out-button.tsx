import { useLocation } from 'wouter'
import { Button } from '#base/client/ui/button.tsx'
import { paths } from '#base/client/paths.ts'
import { useSession } from '#features/access/client/use-session.ts'

/** Signs out, then goes to the sign-in page. */
export function useLeaving(): { leave: () => void; isLeaving: boolean } {
  const { signOut } = useSession()
  const [, navigate] = useLocation()
  const leave = () =>
    signOut.mutateAsync().then(
      () => navigate(paths.signIn),
      () => undefined,
    )
  return { leave: () => void leave(), isLeaving: signOut.isPending }
}

export function SignOutButton({ size }: { size?: 'normal' | 'small' }) {
  const { leave, isLeaving } = useLeaving()
  return (
    <Button tone="secondary" size={size} pending={isLeaving} pendingLabel="Signing out..." onClick={leave}>
      Sign Out
    </Button>
  )
}

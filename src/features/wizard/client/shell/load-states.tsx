import { useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { PageLayout } from '#features/brand/client/shell/layouts/page-layout.tsx'
import { paths } from '#base/client/paths.ts'
import { useSession } from '#features/access/client/use-session.ts'
import { Button } from '#base/client/ui/button.tsx'
import { PageHeading } from '#base/client/ui/page-heading.tsx'
import { usePageTitle } from '#base/client/ui/page-title.ts'
import { Spinner } from '#base/client/ui/spinner.tsx'

/** While the application is loading (specification section 2, "States"). */
export function LoadingApplication() {
  usePageTitle('Your Application')
  return (
    <PageLayout role="client">
      <Spinner label="Loading your application..." />
    </PageLayout>
  )
}

type RetryProps = { retrying: boolean; onRetry: () => void }

/** The application could not be loaded. */
export function ApplicationError({ message, ...retry }: RetryProps & { message: string }) {
  return (
    <Failure title="Error Loading Application" {...retry}>
      {message}
    </Failure>
  )
}

/** There is no application. */
export function ApplicationNotFound(retry: RetryProps) {
  return (
    <Failure title="Application Not Found" {...retry}>
      Unable to load your application. Please contact support.
    </Failure>
  )
}

function Failure({
  title,
  children,
  retrying,
  onRetry,
}: RetryProps & { title: string; children: ReactNode }) {
  return (
    <PageLayout role="client">
      <div role="alert">
        <PageHeading title={title} lead={children} />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button pending={retrying} pendingLabel="Loading..." onClick={onRetry}>
          Retry
        </Button>
        <SignOut />
      </div>
    </PageLayout>
  )
}

/** Signs out; on an error, returns to the start (specification section 2). */
function SignOut() {
  const { signOut } = useSession()
  const [, navigate] = useLocation()
  const [leaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    await signOut.mutateAsync().catch(() => navigate(paths.home))
    setLeaving(false)
  }
  return (
    <Button tone="secondary" pending={leaving} pendingLabel="Signing out..." onClick={() => void leave()}>
      Sign Out
    </Button>
  )
}

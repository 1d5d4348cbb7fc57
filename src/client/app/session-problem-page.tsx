import { useSession } from '#client/features/auth/use-session.ts'
import { detailOf } from '#client/shared/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { PageLayout } from '#client/shared/shell/layouts/page-layout.tsx'

/** Shown if the server cannot report the session; this does not redirect to the sign-in page. */
export function SessionProblemPage({ error }: { error: Error }) {
  const { retry } = useSession()
  return (
    <PageLayout width="narrow">
      <PageHeading title="This page could not be loaded" />
      <Notice tone="danger" live="alert" action={<Button onClick={retry}>Retry</Button>}>
        {detailOf(error)}
      </Notice>
    </PageLayout>
  )
}

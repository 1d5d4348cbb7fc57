import { useSession } from '#features/access/client/use-session.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { Button } from '#base/client/ui/button.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { PageHeading } from '#base/client/ui/page-heading.tsx'
import { PageLayout } from '#features/brand/client/shell/layouts/page-layout.tsx'

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

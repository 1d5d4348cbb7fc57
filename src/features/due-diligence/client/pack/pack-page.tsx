import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { detailOf } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { WizardLayout } from '#features/brand/client/shell/layouts/wizard-layout.tsx'
import { NotFoundPage } from '#features/brand/client/shell/not-found-page.tsx'
import { useSession } from '#features/access/client/use-session.ts'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { Spinner } from '#base/client/ui/spinner.tsx'
import { usePageTitle } from '#base/client/ui/page-title.ts'
import { TaskList } from './task-list.tsx'
import { TaskPage } from './task-page.tsx'
import { useForgettingTyped } from './typed-input.ts'
import { savesDone } from './use-draft-saving.ts'
import { usePack } from './use-pack.ts'

/** A client's due diligence tasks: a list, and a page for each (`?task=identity`). */
export function PackPage() {
  const { ficaPack } = useBranding()
  return ficaPack ? <Tasks /> : <NotFoundPage />
}

function Tasks() {
  const { signOut } = useSession()
  return (
    <WizardLayout
      onSaveAndSignOut={() => void savesDone().then(() => signOut.mutate())}
      signingOut={signOut.isPending}
      offline="Your answers will be saved when you’re back online. Please leave this page open."
    >
      <ListOrTask />
    </WizardLayout>
  )
}

function ListOrTask() {
  const [params] = useSearchParams()
  const pack = usePack()
  // Uploads belong to the loaded application.
  const application = useQuery(queryFor('GET /api/application'))
  useForgettingTyped(application.data?.id)
  const error = pack.error ?? application.error
  if (pack.data && application.data) {
    const item = pack.data.tasks.find(({ task }) => task === params.get('task'))
    if (item === undefined) return <TaskList pack={pack.data} />
    return <TaskPage key={item.task} pack={pack.data} item={item} application={application.data} />
  }
  if (error === null) return <Loading />
  return (
    <LoadFailure
      title="We couldn’t load your FICA documents"
      onRetry={() => {
        void pack.refetch()
        void application.refetch()
      }}
    >
      {detailOf(error)}
    </LoadFailure>
  )
}

function Loading() {
  usePageTitle('Your FICA documents')
  return <Spinner label="Loading your FICA documents..." />
}

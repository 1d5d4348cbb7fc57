import { useQuery } from '@tanstack/react-query'
import { StaffLayout } from '#features/brand/client/shell/staff-layout.tsx'
import { useSession } from '#features/access/client/use-session.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { TableSkeleton } from '#base/client/ui/skeleton.tsx'
import { TitleBar } from '#base/client/ui/title-bar.tsx'
import { firmQuery } from './use-firm.ts'
import { WordingEditor } from './wording-editor.tsx'

/** The wording of mails to clients, for admins. */
export function WordingPage() {
  const { user } = useSession()
  const firm = useQuery({ ...firmQuery, staleTime: 0 })
  if (!user) return null
  return (
    <StaffLayout role={user.role} firm>
      <TitleBar title="Email wording" />
      {firm.isError ? (
        <LoadFailure onRetry={() => void firm.refetch()}>{detailOf(firm.error)}</LoadFailure>
      ) : firm.data === undefined ? (
        <TableSkeleton label="Loading the wording..." />
      ) : (
        <WordingEditor sections={firm.data.sections} />
      )}
    </StaffLayout>
  )
}

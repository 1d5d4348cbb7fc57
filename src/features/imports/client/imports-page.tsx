import { useSearchParams } from 'wouter'
import { useSession } from '#features/access/client/use-session.ts'
import { StaffLayout } from '#features/brand/client/shell/staff-layout.tsx'
import { FileStep } from './file-step.tsx'
import { ImportView } from './import-view.tsx'

/** Imports of clients: a file, or the import of one. */
export function ImportsPage() {
  const { user } = useSession()
  const [params] = useSearchParams()
  const id = params.get('import')
  if (!user) return null
  return (
    <StaffLayout role={user.role} firm>
      {id === null ? <FileStep /> : <ImportView key={id} id={id} />}
    </StaffLayout>
  )
}

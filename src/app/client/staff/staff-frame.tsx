import type { Role } from '#features/access/rules/roles.ts'
import type { Elements } from '#base/client/ui/elements.ts'
import { TooltipProvider } from '#base/client/ui/tooltip.tsx'
import { PageLayout } from '#features/brand/client/shell/layouts/page-layout.tsx'
import { useDraftCleanup } from '#features/notes/client/note-drafts.ts'
import { StaffHeader } from './staff-header.tsx'

type StaffFrameProps = { role: Role; width?: 'wide' | 'full'; children: Elements }

/** The layout of staff pages: one row of navigation and account above, wide enough for tables. */
export function StaffFrame({ role, width = 'wide', children }: StaffFrameProps) {
  useDraftCleanup()
  return (
    <TooltipProvider>
      <PageLayout role={role} width={width} header={<StaffHeader role={role} />}>
        {children}
      </PageLayout>
    </TooltipProvider>
  )
}

import { Suspense } from 'react'
import type { StaffFrameProps } from '#features/brand/client/shell/staff-layout.tsx'
import { lazyPart } from '#base/client/lib/lazy-part.tsx'
import { TableSkeleton } from '#base/client/ui/skeleton.tsx'
import { TooltipProvider } from '#base/client/ui/tooltip.tsx'
import { PageLayout } from '#features/brand/client/shell/layouts/page-layout.tsx'
import { useDraftCleanup } from '#features/notes/client/note-drafts.ts'
import type { FirmFrameProps } from './firm-frame.tsx'
import { StaffHeader } from './staff-header.tsx'

const firmFrame = lazyPart<FirmFrameProps>(async () => (await import('./firm-frame.tsx')).FirmFrame)

/** The layout of staff pages: one row of navigation and account above, wide enough for tables. */
export function StaffFrame({ role, width = 'wide', firm, children }: StaffFrameProps) {
  useDraftCleanup()
  return (
    <TooltipProvider>
      <PageLayout role={role} width={width} header={<StaffHeader role={role} />}>
        {firm === undefined ? (
          children
        ) : (
          <Suspense fallback={<TableSkeleton label="Loading..." />}>
            <firmFrame.Part role={role} page={firm === true ? {} : firm}>
              {children}
            </firmFrame.Part>
          </Suspense>
        )}
      </PageLayout>
    </TooltipProvider>
  )
}

import { Suspense, useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Redirect, useSearchParams } from 'wouter'
import { firmQuery } from '#features/firm/client/use-firm.ts'
import { paths } from '#base/client/paths.ts'
import { LinkButton } from '#base/client/ui/link-button.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { StaffLayout } from '#features/brand/client/shell/staff-layout.tsx'
import { preloadWhenIdle } from '#base/client/lib/lazy-part.tsx'
import { useSession } from '#features/access/client/use-session.ts'
import { TableSkeleton } from '#base/client/ui/skeleton.tsx'
import { FirmIndex } from '../staff/firm-frame.tsx'
import { SystemTabs } from './system-tabs-row.tsx'
import { systemTabs, tabNamed } from './system-tabs.ts'

/** Preloads the console's first tab with the console. */
export function fetchFirstTab(): void {
  void systemTabs[0].part.preload()
}

/** The console of system administrators (specification section 2). */
export function SystemAdminPage() {
  const { user } = useSession()
  const [params] = useSearchParams()
  const {
    name,
    isOfFirm = false,
    part: { Part },
  } = tabNamed(params.get('tab'))
  useEffect(() => preloadWhenIdle(systemTabs.map(({ part }) => part)), [])
  const firm = useQuery(firmQuery)
  if (!user) return null
  if (firm.data?.setup.pending === true && params.get('tab') === null)
    return <Redirect to={paths.setup} replace />
  const content = (
    <Suspense fallback={<TableSkeleton label="Loading..." />}>
      <Part />
    </Suspense>
  )
  return (
    <StaffLayout role={user.role}>
      {firm.data?.setup.pending === true ? (
        <Notice
          className="mb-8"
          title="Your firm is not set up yet"
          action={<LinkButton href={paths.setup}>Continue setup</LinkButton>}
        >
          No one can be invited before it is complete.
        </Notice>
      ) : null}
      <SystemTabs>
        {isOfFirm || name === 'firm' ? (
          <FirmIndex
            role={user.role}
            hasTitle
            page={{ isIndex: name === 'firm' && params.get('section') === null }}
          >
            {content}
          </FirmIndex>
        ) : (
          content
        )}
      </SystemTabs>
    </StaffLayout>
  )
}

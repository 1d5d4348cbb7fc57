import { Suspense, useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { StaffLayout } from '#client/features/staff/staff-layout.tsx'
import { preloadWhenIdle } from '#client/shared/shell/lazy-part.tsx'
import { useSession } from '#client/features/auth/use-session.ts'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { TableSkeleton } from '#client/ui/skeleton.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { systemTabs, tabNamed } from './system-tabs.ts'

/** Preloads the console's first tab with the console. */
export function fetchFirstTab(): void {
  void systemTabs[0].part.preload()
}

/** The console of system administrators (specification section 2). */
export function SystemAdminPage() {
  const { user } = useSession()
  const [params, setParams] = useSearchParams()
  const {
    name,
    part: { Part },
  } = tabNamed(params.get('tab'))
  useEffect(() => preloadWhenIdle(systemTabs.map(({ part }) => part)), [])
  if (!user) return null
  return (
    <StaffLayout role={user.role}>
      <PageHeading
        eyebrow="System administrator"
        title="System Administration"
        lead={`Welcome, ${user.fullName || user.username}.`}
      />
      <Tabs
        label="System administration"
        tabs={systemTabs}
        value={name}
        onChange={(tab) => setParams(tab === systemTabs[0].name ? {} : { tab })}
      >
        <Suspense fallback={<TableSkeleton label="Loading..." />}>
          <Part />
        </Suspense>
      </Tabs>
    </StaffLayout>
  )
}

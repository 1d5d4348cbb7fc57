import { StaffFrameContext } from '#features/brand/client/shell/staff-layout.tsx'
import { Suspense } from 'react'
import { useLocation } from 'wouter'
import { cachedPart } from '#features/access/client/cached-part.ts'
import { homeFor, isStaff, roles } from '#features/access/rules/roles.ts'
import { useSession } from '#features/access/client/use-session.ts'
import { PagesContext } from '#features/brand/client/shell/pages.ts'
import { PageSpinner } from '#base/client/ui/page-spinner.tsx'
import { usePrefetching } from './prefetch.ts'
import { ProtectedRoute } from './protected-route.tsx'
import { routeAt, routes, type Route } from './routes.ts'
import { useFollowFirm } from './use-follow-firm.ts'

/** The frame of staff pages, with the first of them. */
const staffFrame = cachedPart(async () => (await import('./staff/staff-frame.tsx')).StaffFrame)

/** The frame is needed wherever staff arrive after signing in. */
const prefetched = [...routes, { path: homeFor('admin'), access: roles.filter(isStaff), part: staffFrame }]

const notFound = cachedPart(
  async () => (await import('#features/brand/client/shell/not-found-page.tsx')).NotFoundPage,
)

/** Shows the page of the current address, or the not-found page. */
export function AppRouter() {
  const [location] = useLocation()
  const { user, signIn } = useSession()
  const route = routeAt(location)
  useFollowFirm(location)
  usePrefetching(prefetched, location, user?.role, signIn.isPending)
  return (
    <PagesContext value={routes}>
      <StaffFrameContext value={staffFrame.Part}>
        <Suspense fallback={<PageSpinner />}>
          {route === undefined ? <notFound.Part /> : <Routed key={route.path} {...route} />}
        </Suspense>
      </StaffFrameContext>
    </PagesContext>
  )
}

function Routed({ page: Page, access, redirectsOthersHome = false }: Route) {
  if (access === 'anyone') return <Page />
  return (
    <ProtectedRoute roles={access === 'signedIn' ? undefined : access} {...{ redirectsOthersHome }}>
      <Page />
    </ProtectedRoute>
  )
}

import { Suspense } from 'react'
import { useLocation } from 'wouter'
import { cachedPart } from '#client/features/auth/cached-part.ts'
import { useSession } from '#client/features/auth/use-session.ts'
import { PagesContext } from '#client/shared/shell/pages.ts'
import { PageSpinner } from '#client/shared/shell/page-spinner.tsx'
import { usePrefetching } from './prefetch.ts'
import { ProtectedRoute } from './protected-route.tsx'
import { routeAt, routes, type Route } from './routes.ts'
import { useFollowFirm } from './use-follow-firm.ts'

const notFound = cachedPart(
  async () => (await import('#client/shared/shell/not-found-page.tsx')).NotFoundPage,
)

/** Shows the page of the current address, or the not-found page. */
export function AppRouter() {
  const [location] = useLocation()
  const { user, signIn } = useSession()
  const route = routeAt(location)
  useFollowFirm(location)
  usePrefetching(routes, location, user?.role, signIn.isPending)
  return (
    <PagesContext value={routes}>
      <Suspense fallback={<PageSpinner />}>
        {route === undefined ? <notFound.Part /> : <Routed key={route.path} {...route} />}
      </Suspense>
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

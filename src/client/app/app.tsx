import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { SessionProvider } from '#client/auth/session-provider.tsx'
import { createQueryClient } from '#client/lib/query-client.ts'
import { BrandingProvider } from './branding.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { DemoNotice } from './layouts/demo-notice.tsx'
import { whenIdle } from './lazy-page.tsx'
import { AppRouter } from './router.tsx'

const Toaster = lazy(async () => ({ default: (await import('#client/ui/toaster.tsx')).Toaster }))

/** Shows notifications. Their code is fetched when the first page stands; those sent before wait for it. */
function Notifications() {
  const [wanted, setWanted] = useState(false)
  useEffect(() => whenIdle(() => setWanted(true)), [])
  return wanted ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null
}

const queryClient = createQueryClient()

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <BrandingProvider>
        <DemoNotice />
        <ErrorBoundary>
          <SessionProvider>
            <AppRouter />
          </SessionProvider>
        </ErrorBoundary>
        <Notifications />
      </BrandingProvider>
    </QueryClientProvider>
  )
}

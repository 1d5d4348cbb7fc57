import { Suspense, useEffect, useState } from 'react'
import { SessionProvider } from '#features/sign-in/client/session-provider.tsx'
import { BrandingProvider, type Branding } from '#features/brand/client/shell/branding.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { DemoNotice } from '#features/brand/client/shell/layouts/demo-notice.tsx'
import { lazyPart, preloadWhenIdle, whenIdle } from '#base/client/lib/lazy-part.tsx'
import { toastStore } from '#base/client/ui/toast-store.ts'
import { accessDenied, sessionProblem } from './problem-pages.ts'
import { AppRouter } from './router.tsx'

const toaster = lazyPart(async () => (await import('#base/client/ui/toaster.tsx')).Toaster)

/** Shows toasts. Their code is fetched once the first page is shown, or when a toast is waiting for it. */
function Notifications() {
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    const want = () => setWanted(true)
    const endings = [whenIdle(want), toastStore.subscribe(want)]
    return () => {
      for (const end of endings) end()
    }
  }, [])
  return wanted ? (
    <Suspense>
      <toaster.Part />
    </Suspense>
  ) : null
}

/**
 * The whole application.
 *
 * @param branding the branding in the page's HTML; fetched if missing
 */
export function App({ branding }: { branding?: Branding | undefined }) {
  useEffect(() => preloadWhenIdle([sessionProblem, accessDenied]), [])
  return (
    <BrandingProvider known={branding}>
      <DemoNotice />
      <ErrorBoundary>
        <SessionProvider>
          <AppRouter />
        </SessionProvider>
      </ErrorBoundary>
      <Notifications />
    </BrandingProvider>
  )
}

import { createContext, useCallback, useContext, useEffect, useState, type ReactNode } from 'react'
import type { Branding } from '#features/brand/api.ts'
import { call } from '#base/client/lib/api.ts'
import { useSiteTitle } from '#base/client/ui/page-title.ts'

export type { Branding }

/** Used until the branding is loaded; empty values are not shown. */
const UNKNOWN_BRANDING: Branding = {
  firmName: '',
  tagline: '',
  logoUrl: null,
  logoDarkUrl: null,
  supportEmail: '',
  supportPhone: '',
  termsUrl: '',
  privacyUrl: '',
  learnMoreUrl: '',
  builderName: '',
  builderUrl: '',
  office: { hours: '', closedDays: [], reviewFrom: 2, reviewTo: 3, annualReview: { upcoming: 10, due: 12 } },
  revision: null,
  demo: false,
  selfRegistration: false,
  sendsEmail: false,
  showsOutbox: false,
  ficaPack: false,
  passkeys: false,
  staffUseSsoOnly: false,
  singleSignOn: [],
}

const BrandingContext = createContext(UNKNOWN_BRANDING)
const RefreshContext = createContext<() => Promise<void>>(() => Promise.resolve())

/** The firm's name, links and contacts. */
export function useBranding(): Branding {
  return useContext(BrandingContext)
}

/** Fetches the branding again, after this page has changed it. */
export function useRefreshBranding(): () => Promise<void> {
  return useContext(RefreshContext)
}

/** Provides the branding: from the page's HTML, or else fetched once, as with `npm run dev`. */
export function BrandingProvider({ known, children }: { known: Branding | undefined; children: ReactNode }) {
  const [branding, setBranding] = useState(known ?? UNKNOWN_BRANDING)
  const refresh = useCallback(() => call('GET /api/branding').then(setBranding, () => undefined), [])
  useEffect(() => {
    if (!known) void refresh()
  }, [known, refresh])
  useSiteTitle(branding.firmName)
  return (
    <RefreshContext value={refresh}>
      <BrandingContext value={branding}>{children}</BrandingContext>
    </RefreshContext>
  )
}

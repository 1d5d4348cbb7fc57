import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import type { Branding } from '#domain/api/site.ts'
import { useSiteTitle } from '#client/ui/page-title.ts'

export type { Branding }

/** What stands while the firm's own branding is on its way; what is empty is not shown. */
const UNKNOWN: Branding = {
  firmName: '',
  tagline: 'Protect. Create. Wealth.',
  logoUrl: null,
  supportEmail: '',
  supportPhone: '',
  termsUrl: '',
  privacyUrl: '',
  learnMoreUrl: '',
  builderName: '',
  builderUrl: '',
  demo: false,
  selfRegistration: false,
}

const REMEMBERED_AS = 'branding'

/** Branding as it was remembered; whatever does not fit is left out. */
export function readRemembered(text: string | null): Branding {
  try {
    const remembered: unknown = JSON.parse(text ?? '{}')
    return typeof remembered === 'object' && remembered !== null ? { ...UNKNOWN, ...remembered } : UNKNOWN
  } catch {
    return UNKNOWN
  }
}

async function fetchBranding(): Promise<Branding> {
  const answer = await fetch('/api/branding')
  if (!answer.ok) throw new Error(`${answer.status}`)
  return answer.json()
}

const BrandingContext = createContext(UNKNOWN)

/** The firm's name, links and contacts. */
export function useBranding(): Branding {
  return useContext(BrandingContext)
}

/** Asks for the branding once, and remembers it so that the next visit begins with it. */
export function BrandingProvider({ children }: { children: ReactNode }) {
  const [branding, setBranding] = useState(() => readRemembered(localStorage.getItem(REMEMBERED_AS)))
  useEffect(() => {
    fetchBranding().then(
      (answer) => {
        setBranding(answer)
        localStorage.setItem(REMEMBERED_AS, JSON.stringify(answer))
      },
      () => {
        // The page works without it: the next visit asks again.
      },
    )
  }, [])
  useSiteTitle(branding.firmName)
  return <BrandingContext value={branding}>{children}</BrandingContext>
}

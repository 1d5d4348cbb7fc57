import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import type { Branding } from '#domain/api/site.ts'
import { queryFor } from '#client/lib/query-client.ts'
import { useSiteTitle } from '#client/ui/page-title.ts'
import { readRemembered, remember, UNKNOWN_BRANDING } from './remembered-branding.ts'

export type { Branding }

const BrandingContext = createContext(UNKNOWN_BRANDING)

/** The firm's name, links and contacts. */
export function useBranding(): Branding {
  return useContext(BrandingContext)
}

/**
 * Asks for the branding once. What was remembered from the last visit stands until it comes, and instead of it
 * when it does not.
 */
export function BrandingProvider({ children }: { children: ReactNode }) {
  const [remembered] = useState(readRemembered)
  const { data } = useQuery(queryFor('GET /api/branding'))
  useEffect(() => {
    if (data) remember(data)
  }, [data])
  const branding = data ?? remembered
  useSiteTitle(branding.firmName)
  return <BrandingContext value={branding}>{children}</BrandingContext>
}

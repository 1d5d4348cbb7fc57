import { createContext, use } from 'react'
import type { Branding } from '#domain/api/site.ts'
import type { Role } from '#domain/users/roles.ts'
import { useBranding } from './branding.tsx'

/** An entry of a page in the command palette. */
export interface PaletteEntry {
  label: string
  /** Query of the address, with its question mark. */
  search?: string
  /** Further words that find the entry. */
  also?: string
}

/** A page as navigation and command palette list it. The rows are in `app/routes.ts`. */
export interface Page {
  path: string
  /** Everyone, every signed-in user, or certain roles. */
  access: 'anyone' | 'signedIn' | readonly Role[]
  /** Label in the header of staff pages; without one the header does not list the page. */
  nav?: string
  palette?: readonly PaletteEntry[]
  /** Whether this deployment offers the page in navigation and palette; it does unless this says otherwise. */
  isOffered?: (branding: Branding) => boolean
}

/** Carries the route table to the pages, which cannot import it: the table imports them. */
export const PagesContext = createContext<readonly Page[]>([])

/** The pages that this deployment offers. */
export function useOfferedPages(): readonly Page[] {
  const branding = useBranding()
  return use(PagesContext).filter(({ isOffered = () => true }) => isOffered(branding))
}

/** Whether a page is meant for a role and not for every user. */
export function isForRole({ access }: Pick<Page, 'access'>, role: Role): boolean {
  return access !== 'anyone' && access !== 'signedIn' && access.includes(role)
}

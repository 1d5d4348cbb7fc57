import { createContext, use } from 'react'
import type { Branding } from '#features/brand/api.ts'
import type { Role } from '#features/access/rules/roles.ts'
import { useBranding } from './branding.tsx'

/** An entry in the command palette. */
export interface PaletteEntry {
  label: string
  /** The address's query, with its question mark. */
  search?: string
  /** Synonyms that find the entry. */
  also?: string
}

/** A page in navigation and command palette. The rows are in `app/routes.ts`. */
export interface Page {
  path: string
  /** Everyone, every signed-in user, or certain roles. */
  access: 'anyone' | 'signedIn' | readonly Role[]
  /** The label in the header of staff pages; without one the header does not list it. */
  nav?: string
  /** Its label in the index of what is set up for the firm. */
  firm?: string
  palette?: readonly PaletteEntry[]
  /** Whether this deployment lists the page; true by default. */
  isOffered?: (branding: Branding) => boolean
}

/** Provides the route table to pages, which cannot import it, since it imports them. */
export const PagesContext = createContext<readonly Page[]>([])

/** The pages that this deployment offers. */
export function useOfferedPages(): readonly Page[] {
  const branding = useBranding()
  return use(PagesContext).filter(({ isOffered = () => true }) => isOffered(branding))
}

/** Whether a page is for a role and not for every user. */
export function isForRole({ access }: Pick<Page, 'access'>, role: Role): boolean {
  return access !== 'anyone' && access !== 'signedIn' && access.includes(role)
}

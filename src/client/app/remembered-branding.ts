import type { Branding } from '#domain/api/site.ts'

/** What stands before anything is known of the firm; what is empty is not shown. */
export const UNKNOWN_BRANDING: Branding = {
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

/** Branding from its JSON; whatever cannot be read is left at what is unknown. */
export function parseBranding(json: string | null): Branding {
  try {
    const remembered: unknown = JSON.parse(json ?? '{}')
    return typeof remembered === 'object' && remembered !== null
      ? { ...UNKNOWN_BRANDING, ...remembered }
      : UNKNOWN_BRANDING
  } catch {
    return UNKNOWN_BRANDING
  }
}

/** The branding of the last visit, so that the next one begins with it. */
export function readRemembered(): Branding {
  try {
    return parseBranding(localStorage.getItem(REMEMBERED_AS))
  } catch {
    // A browser that keeps no storage: there is nothing to remember.
    return UNKNOWN_BRANDING
  }
}

export function remember(branding: Branding): void {
  try {
    localStorage.setItem(REMEMBERED_AS, JSON.stringify(branding))
  } catch {
    // As above: the next visit asks again.
  }
}

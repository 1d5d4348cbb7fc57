import type { Branding } from '#features/brand/api.ts'

/** A piece of a statement: words, or a link to a page of the firm. */
export interface StatementPart {
  text: string
  /** Null for words, and for a page that the firm has not named. */
  href: string | null
}

const links = {
  terms: { text: 'Terms of Service', address: ({ termsUrl }: Pick<Branding, 'termsUrl'>) => termsUrl },
  privacy: { text: 'Privacy Policy', address: ({ privacyUrl }: Pick<Branding, 'privacyUrl'>) => privacyUrl },
} as const

const PLACEHOLDERS = /(\{terms\}|\{privacy\})/u

/** A statement's words, with links where it says {terms} and {privacy}. */
export function statementParts(
  statement: string,
  branding: Pick<Branding, 'termsUrl' | 'privacyUrl'>,
): StatementPart[] {
  return statement
    .split(PLACEHOLDERS)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const link = Object.entries(links).find(([name]) => piece === `{${name}}`)?.[1]
      return link ? { text: link.text, href: link.address(branding) || null } : { text: piece, href: null }
    })
}

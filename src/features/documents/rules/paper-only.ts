/** Why clients must sign a FAIS letter on paper. */
export const paperOnlyReasons = ['encrypted', 'unsealable', 'undrawn'] as const
export type PaperOnly = (typeof paperOnlyReasons)[number]

/** The same for staff, in a sentence. */
export const paperOnlyTexts: Readonly<Record<PaperOnly, string>> = {
  encrypted: 'It’s password-protected, so clients can only sign it on paper.',
  unsealable: 'It can’t be sealed, so clients can only sign it on paper.',
  undrawn: 'A client’s browser couldn’t show it. Clients who can’t see it on screen sign it on paper.',
}

export const PAPER_ONLY_LABEL = 'Paper only'

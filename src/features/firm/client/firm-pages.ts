import type { FirmSection } from '#features/brand/rules/sections.ts'
import { isLetterSection } from '#features/brand/rules/letter/sections.ts'
import { isWorded } from '#features/brand/rules/wording.ts'
import { paths } from '#base/client/paths.ts'

/** A page of the firm's settings: one or two sections. */
export interface FirmSettingsPage {
  label: string
  sections: readonly FirmSection[]
  /** Offered where due diligence is switched on. */
  isDueDiligence?: true
}

/** The page from which a test email is sent. */
export const MAIL_PAGE = 'mail'

/** The pages of the firm's settings, in the order of the index. */
export const firmPages: Readonly<Record<string, FirmSettingsPage>> = {
  identity: { label: 'Name and numbers', sections: ['identity'] },
  appearance: { label: 'Logo and colours', sections: ['logo', 'colours'] },
  contacts: { label: 'Contacts', sections: ['contacts'] },
  links: { label: 'Terms and privacy', sections: ['links'] },
  hours: { label: 'Support hours', sections: ['hours'] },
  [MAIL_PAGE]: { label: 'Emails', sections: ['mail', 'reminders'] },
  reviews: { label: 'Reviews', sections: ['reviews'] },
  references: { label: 'References', sections: ['references'] },
  'sign-in': { label: 'Sign-in', sections: ['signIn'] },
  'due-diligence': { label: 'FICA checks', sections: ['dueDiligence'], isDueDiligence: true },
}

/** The page of the mails' wording in the console; admins have their own. */
export const EMAIL_TEXTS_PAGE = 'wording'

/** The address of a page of the firm's settings. */
export function firmPagePath(page: string): string {
  return `${paths.systemAdmin}?tab=firm&section=${page}`
}

/** The address of the page that has a section. */
export function pathOfSection(section: FirmSection): string {
  if (isLetterSection(section)) return paths.letters
  if (isWorded(section)) return firmPagePath(EMAIL_TEXTS_PAGE)
  const found = Object.entries(firmPages).find(([, { sections }]) => sections.includes(section))
  return firmPagePath(found?.[0] ?? '')
}

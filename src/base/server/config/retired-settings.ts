import type { SomeFirmValues } from '#features/brand/rules/sections.ts'

/** Where a variable of an earlier release went. */
interface Retired {
  /** What an operator does now; the variable itself is removed from `.env`. */
  now: string
  /** The field of the firm that its value moves to at the first start (`features/firm/adopt-environment.ts`). */
  field?: readonly [section: keyof SomeFirmValues, field: string]
  /** The field's value. */
  toField?: (text: string) => string
}

const firm = (section: keyof SomeFirmValues, field: string, toField?: Retired['toField']): Retired => ({
  now: 'this is set under System Administration, Firm',
  field: [section, field],
  ...(toField && { toField }),
})

const isOn = (text: string) => ['1', 'true', 'on', 'yes'].includes(text)
const FIXED: Retired = { now: 'the scores of screening are fixed with each release' }

/** Settings of earlier releases. They are named at the start and change nothing after the first one. */
export const retiredSettings: Readonly<Record<string, Retired>> = {
  BRAND_FIRM_NAME: firm('identity', 'firmName'),
  BRAND_TAGLINE: firm('identity', 'tagline'),
  BRAND_SUPPORT_EMAIL: firm('contacts', 'supportEmail'),
  BRAND_SUPPORT_PHONE: firm('contacts', 'supportPhone'),
  BRAND_TERMS_URL: firm('links', 'termsUrl'),
  BRAND_PRIVACY_URL: firm('links', 'privacyUrl'),
  BRAND_LEARN_MORE_URL: firm('links', 'learnMoreUrl'),
  BRAND_BUILDER_NAME: firm('links', 'builderName'),
  BRAND_BUILDER_URL: firm('links', 'builderUrl'),
  BRAND_REFERENCE_PREFIX: firm('references', 'prefix'),
  BRAND_LOGO_URL: { now: 'upload the logo under System Administration, Firm' },
  SELF_REGISTRATION: firm('signIn', 'selfRegistration', (text) => (isOn(text) ? 'on' : 'off')),
  REQUIRE_SECOND_FACTOR: firm('signIn', 'secondFactor', (text) => (isOn(text) ? 'required' : 'optional')),
  UNDO_SECONDS: firm('mail', 'undoSeconds', (text) => String(Math.round(Number(text)))),
  DRAFT_REMINDER_DAYS: firm('reminders', 'draftDays'),
  ADDRESS_PROOF_MONTHS: firm('dueDiligence', 'addressProofMonths'),
  WEALTH_ASK: firm('dueDiligence', 'wealthAsk'),
  LIST_MAX_DAYS: firm('dueDiligence', 'listMaxDays'),
  CRS_REPORTING: firm('dueDiligence', 'crsReporting'),
  MANAGERS_SEE_RATING: firm('dueDiligence', 'managersSeeRating'),
  SCREENING_STRONG: FIXED,
  SCREENING_POSSIBLE: FIXED,
  SCREENING_UN_POSSIBLE: FIXED,
  SCREENING_UN_NAME: FIXED,
  BACKUP_KEEP_DAILY: { now: 'give --keep-daily to the command “backup”' },
  BACKUP_KEEP_WEEKLY: { now: 'give --keep-weekly to the command “backup”' },
  MIN_FREE_DISK_MB: { now: 'uploads always leave 500 MB free' },
  SHUTDOWN_PAUSE_SECONDS: { now: 'a server in production always serves for 5 seconds after SIGTERM' },
  DEMO_PUBLIC: { now: 'set DEMO=public' },
}

type Variables = Readonly<Record<string, string>>

/** A sentence for each variable that is set and no longer a setting. */
export function retiredNotices(set: Variables): string[] {
  return Object.entries(retiredSettings)
    .filter(([name]) => set[name] !== undefined)
    .map(([name, { now }]) => `${name} is no longer a setting: ${now}. Remove it from .env.`)
}

/** The firm's values in them. */
export function firmOfRetired(set: Variables): SomeFirmValues {
  const sections: Partial<Record<keyof SomeFirmValues, Record<string, string>>> = {}
  for (const [name, { field, toField = String }] of Object.entries(retiredSettings)) {
    const text = set[name]
    if (text === undefined || field === undefined) continue
    const [section, key] = field
    sections[section] = { ...sections[section], [key]: toField(text) }
  }
  return sections
}

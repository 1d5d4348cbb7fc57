import type { Role } from '#features/access/rules/roles.ts'
import { initialsOf } from '#base/rules/identifiers/reference.ts'
import {
  firmSectionNames,
  missingFields,
  type FirmValues,
  type MissingFirmField,
  type SomeFirmValues,
} from '#features/brand/rules/sections.ts'
import { dueDiligenceOf } from '#features/brand/rules/due-diligence-sections.ts'
import { officeOf } from '#features/brand/rules/office.ts'
import { PRODUCT_COLOURS } from '#features/brand/rules/palette.ts'
import { secondFactorRolesOf, sessionLimitsOf } from '#features/brand/rules/sign-in-section.ts'
import type { BrandingSettings } from './branding.ts'
import type { DueDiligenceSettings } from '#features/due-diligence/settings.ts'

/** The firm's settings: what they are, and where each comes from. */
export interface FirmSettings {
  values: FirmValues
  /** The current versions in the database. */
  stored: SomeFirmValues
  defaults: FirmValues
  /** Changes with every version; null before the first. */
  revision: string | null
  /** Whether setup was completed, or there are applications. */
  isSetUp: boolean
}

/** What the database holds of the firm. */
export type StoredFirm = Pick<FirmSettings, 'stored' | 'revision' | 'isSetUp'> & {
  logoFile?: BrandingSettings['logoFile']
}

/** What the firm's settings are added to. */
interface FirmBase {
  production: boolean
  dueDiligence: Pick<DueDiligenceSettings['dueDiligence'], 'on' | 'listsDir' | 'listsFetchUrl'>
  firm: FirmSettings
}

/** Shown where the firm is not named yet. */
const UNNAMED = 'Client Onboarding'

/** Every mail names these, and clients agree to the terms: without them no one is ever invited. */
const ALWAYS_REQUIRED = new Set(['firmName', 'supportEmail', 'supportPhone', 'termsUrl', 'privacyUrl'])

/** The effective values of all fields: those of the database, then the defaults. */
export function mergeFirm({ stored, defaults }: Pick<FirmSettings, 'stored' | 'defaults'>): FirmValues {
  const sections = firmSectionNames.map((section) => [section, { ...defaults[section], ...stored[section] }])
  return Object.fromEntries(sections) as FirmValues
}

/** What is missing before anyone can be invited; nothing outside production. */
function missingToInvite(
  { values, isSetUp }: Pick<FirmSettings, 'values' | 'isSetUp'>,
  production: boolean,
): MissingFirmField[] {
  if (!production) return []
  return missingFields(values).filter(({ field }) => !isSetUp || ALWAYS_REQUIRED.has(field))
}

/** A logo is addressed by its hash. */
function logoOf({ logo }: FirmValues) {
  const address = (sha256: string) => (sha256 === '' ? null : `/brand/${sha256}.png`)
  return { logoUrl: address(logo.light), logoDarkUrl: address(logo.dark) }
}

function coloursOf({ colours: { primary, accent } }: FirmValues) {
  if (primary === '' && accent === '') return null
  return { primary: primary || PRODUCT_COLOURS.primary, accent: accent || PRODUCT_COLOURS.accent }
}

/** The settings of a deployment with the firm's own from the database. */
export function applyFirm<Base extends FirmBase>(settings: Base, stored: StoredFirm) {
  const { logoFile = null, ...storedFirm } = stored
  const firm = { ...settings.firm, ...storedFirm }
  const values = mergeFirm(firm)
  const { identity, contacts, links, mail, references, signIn } = values
  const firmName = identity.firmName || UNNAMED
  return {
    ...settings,
    firm: { ...firm, values },
    selfRegistration: signIn.selfRegistration === 'on',
    undoMs: 1000 * Number(mail.undoSeconds),
    draftReminderDays: Number(values.reminders.draftDays),
    dueDiligence: { ...settings.dueDiligence, ...dueDiligenceOf(values) },
    secondFactorRoles: secondFactorRolesOf(signIn.secondFactor),
    sessionLimits: sessionLimitsOf(signIn),
    missingFirmSettings: missingToInvite({ values, isSetUp: firm.isSetUp }, settings.production).map(
      ({ label }) => label,
    ),
    branding: {
      ...logoOf(values),
      logoFile,
      colours: coloursOf(values),
      firmName,
      tagline: identity.tagline,
      referencePrefix: references.prefix || initialsOf(firmName),
      supportEmail: contacts.supportEmail,
      supportPhone: contacts.supportPhone,
      ...links,
      senderName: mail.senderName || firmName,
      replyTo: mail.replyTo,
      signature: mail.signature,
      office: officeOf(values),
      wordings: values,
    },
  }
}

declare module '#base/server/config/settings.ts' {
  interface Settings {
    branding: BrandingSettings
    /** The firm's own settings; `load-firm.ts` replaces them when they change. */
    firm: FirmSettings
    /** Labels of the firm's settings without which no one can be invited (production). */
    missingFirmSettings: readonly string[]
    /** Who must set up a second factor before anything else. */
    secondFactorRoles: readonly Role[]
    /** Durations of sessions, by role. */
    sessionLimits: ReturnType<typeof sessionLimitsOf>
  }
}

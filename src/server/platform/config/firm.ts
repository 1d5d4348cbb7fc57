import { initialsOf } from '#domain/applications/reference.ts'
import {
  fieldsOf,
  firmSectionNames,
  missingFields,
  type FirmSection,
  type FirmValues,
  type MissingFirmField,
  type SomeFirmValues,
} from '#domain/firm/sections.ts'
import { officeOf } from '#domain/firm/office.ts'
import { PRODUCT_COLOURS } from '#domain/firm/palette.ts'
import { secondFactorRolesOf, sessionLimitsOf } from '#domain/firm/sign-in-section.ts'
import type { BrandingSettings, EnvironmentBranding } from './branding.ts'

/** Where a value comes from. The environment comes before the database, which comes before the default. */
export type FirmSource = 'environment' | 'database' | 'default'

/** The firm's settings: what they are, and where each comes from. */
export interface FirmSettings {
  values: FirmValues
  /** Set by environment variables. */
  pinned: SomeFirmValues
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
  branding: EnvironmentBranding
  firm: FirmSettings
}

/** Shown where the firm is not named yet. */
const UNNAMED = 'Client Onboarding'

/** Every mail names these, and clients agree to the terms: without them no one is ever invited. */
const ALWAYS_REQUIRED = new Set(['firmName', 'supportEmail', 'supportPhone', 'termsUrl', 'privacyUrl'])

/** The source of a field's value. */
export function sourceOf({ pinned, stored }: FirmSettings, section: FirmSection, field: string): FirmSource {
  if (pinned[section]?.[field] !== undefined) return 'environment'
  return stored[section]?.[field] === undefined ? 'default' : 'database'
}

function mergeSection(firm: Pick<FirmSettings, 'pinned' | 'stored' | 'defaults'>, section: FirmSection) {
  const names = Object.keys(fieldsOf(section))
  const defaults: Readonly<Record<string, string>> = firm.defaults[section]
  const valueOf = (name: string) =>
    firm.pinned[section]?.[name] ?? firm.stored[section]?.[name] ?? defaults[name] ?? ''
  return Object.fromEntries(names.map((name) => [name, valueOf(name)]))
}

/** The effective values of all fields. */
export function mergeFirm(firm: Pick<FirmSettings, 'pinned' | 'stored' | 'defaults'>): FirmValues {
  const sections = firmSectionNames.map((section) => [section, mergeSection(firm, section)])
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

/** An uploaded logo is addressed by its hash; the environment names a file beside the data. */
function logoOf({ logo }: FirmValues, logoUrl: string | null) {
  const address = (sha256: string) => (sha256 === '' ? null : `/brand/${sha256}.png`)
  return {
    logoUrl: logo.light.startsWith('/') ? logoUrl : address(logo.light),
    logoDarkUrl: address(logo.dark),
  }
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
    secondFactorRoles: secondFactorRolesOf(signIn.secondFactor),
    sessionLimits: sessionLimitsOf(signIn),
    missingFirmSettings: missingToInvite({ values, isSetUp: firm.isSetUp }, settings.production).map(
      ({ label }) => label,
    ),
    branding: {
      ...settings.branding,
      ...logoOf(values, settings.branding.logoUrl),
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

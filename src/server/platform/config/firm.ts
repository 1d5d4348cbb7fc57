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
import type { EnvironmentBranding } from './branding.ts'

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
export type StoredFirm = Pick<FirmSettings, 'stored' | 'revision' | 'isSetUp'>

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

/** The settings of a deployment with the firm's own from the database. */
export function applyFirm<Base extends FirmBase>(settings: Base, stored: StoredFirm) {
  const firm = { ...settings.firm, ...stored }
  const values = mergeFirm(firm)
  const { identity, contacts, links, mail, references, signIn } = values
  const firmName = identity.firmName || UNNAMED
  return {
    ...settings,
    firm: { ...firm, values },
    selfRegistration: signIn.selfRegistration === 'on',
    requireSecondFactor: signIn.secondFactor === 'required',
    missingFirmSettings: missingToInvite({ values, isSetUp: firm.isSetUp }, settings.production).map(
      ({ label }) => label,
    ),
    branding: {
      ...settings.branding,
      firmName,
      tagline: identity.tagline,
      referencePrefix: references.prefix || initialsOf(firmName),
      supportEmail: contacts.supportEmail,
      supportPhone: contacts.supportPhone,
      ...links,
      senderName: mail.senderName || firmName,
      replyTo: mail.replyTo,
      signature: mail.signature,
    },
  }
}

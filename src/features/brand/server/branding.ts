import { dueDiligenceDefaults } from '#features/brand/rules/due-diligence-sections.ts'
import { officeDefaults } from '#features/brand/rules/office-sections.ts'
import type { Office } from '#features/brand/rules/office.ts'
import { letterDefaults } from '#features/brand/rules/letter/sections.ts'
import { signInDefaults } from '#features/brand/rules/sign-in-section.ts'
import type { WordedMail } from '#features/brand/rules/wording.ts'
import {
  fieldsOf,
  firmSectionNames,
  type FirmValues,
  type SomeFirmValues,
} from '#features/brand/rules/sections.ts'

/** The firm's identity. No component hard-codes it (decisions, "Terms, privacy, ..."). */
export interface BrandingSettings {
  firmName: string
  tagline: string
  logoUrl: string | null
  /** For dark mode; null for the same one. */
  logoDarkUrl: string | null
  /** The uploaded logo, for mails and PDFs; null without one. */
  logoFile: { content: Buffer; width: number; height: number } | null
  /** The two colours, `#rrggbb`; null for those of the product. */
  colours: { primary: string; accent: string } | null
  /** Prefix of application references: letters. */
  referencePrefix: string
  supportEmail: string
  supportPhone: string
  termsUrl: string
  privacyUrl: string
  learnMoreUrl: string
  builderName: string
  builderUrl: string
  /** The sender's name in mails. */
  senderName: string
  /** Where replies to mails go; empty for the sender. */
  replyTo: string
  /** Plain text below mails to clients. */
  signature: string
  /** Support hours, and what is promised. */
  office: Office
  /** The firm's wording of mails; empty texts leave the product's. */
  wordings: Pick<FirmValues, WordedMail>
}

/** The fictitious firm of a demonstration. Production never shows it. */
const exampleFirm: SomeFirmValues = {
  identity: { firmName: 'Protea Private Wealth', tagline: 'Protect. Create. Wealth.' },
  contacts: { supportEmail: 'support@proteawealth.example', supportPhone: '+27 21 555 0140' },
  links: {
    termsUrl: 'https://proteawealth.example/terms',
    privacyUrl: 'https://proteawealth.example/privacy',
    learnMoreUrl: 'https://proteawealth.example/about',
    builderName: 'Protea Digital',
    builderUrl: 'https://proteadigital.example',
  },
}

/** Texts of the product, which say nothing about a firm. */
const productDefaults: SomeFirmValues = {
  ...letterDefaults,
  ...officeDefaults,
  ...dueDiligenceDefaults,
}

/** How the server runs, as far as defaults depend on it. */
interface Mode {
  production: boolean
  demo: boolean
  /** The name in MAIL_FROM. */
  senderName: string | undefined
}

/** The firm's values where the database has none: in production nothing fictitious. */
export function firmDefaults({ production, demo, senderName = '' }: Mode): FirmValues {
  const defaults: SomeFirmValues = {
    ...productDefaults,
    ...(production ? {} : exampleFirm),
    mail: { senderName, undoSeconds: '10' },
    signIn: { ...signInDefaults, selfRegistration: demo ? 'on' : 'off', secondFactor: 'optional' },
  }
  const sections = firmSectionNames.map((section) => {
    const fields = Object.keys(fieldsOf(section)).map((name) => [name, defaults[section]?.[name] ?? ''])
    return [section, Object.fromEntries(fields) as Record<string, string>]
  })
  return Object.fromEntries(sections) as FirmValues
}

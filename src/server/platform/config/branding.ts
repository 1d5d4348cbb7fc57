import { join } from 'node:path'
import { z } from 'zod'
import { officeDefaults } from '#domain/firm/office-sections.ts'
import type { Office } from '#domain/firm/office.ts'
import { letterDefaults } from '#domain/firm/letter/sections.ts'
import { signInDefaults } from '#domain/firm/sign-in-section.ts'
import type { WordedMail } from '#domain/firm/wording.ts'
import { fieldsOf, firmSectionNames, type FirmValues, type SomeFirmValues } from '#domain/firm/sections.ts'

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
  /** Absolute: the folder of the logo's file. */
  logoFolder: string
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

/** A URL that is safe as a link. */
const link = z.url({ protocol: /^https?$/u, error: 'use an address beginning with https://' })

/** The fictitious firm of a demonstration. Production never shows it. */
const exampleFirm = {
  BRAND_FIRM_NAME: 'Protea Private Wealth',
  BRAND_TAGLINE: 'Protect. Create. Wealth.',
  BRAND_SUPPORT_EMAIL: 'support@proteawealth.example',
  BRAND_SUPPORT_PHONE: '+27 21 555 0140',
  BRAND_TERMS_URL: 'https://proteawealth.example/terms',
  BRAND_PRIVACY_URL: 'https://proteawealth.example/privacy',
  BRAND_LEARN_MORE_URL: 'https://proteawealth.example/about',
  BRAND_BUILDER_NAME: 'Protea Digital',
  BRAND_BUILDER_URL: 'https://proteadigital.example',
}

/** Production defaults: nothing fictitious, and no link. */
const unnamedFirm: typeof exampleFirm = {
  BRAND_FIRM_NAME: '',
  BRAND_TAGLINE: '',
  BRAND_SUPPORT_EMAIL: '',
  BRAND_SUPPORT_PHONE: '',
  BRAND_TERMS_URL: '',
  BRAND_PRIVACY_URL: '',
  BRAND_LEARN_MORE_URL: '',
  BRAND_BUILDER_NAME: '',
  BRAND_BUILDER_URL: '',
}

const demoOnly = (name: keyof typeof exampleFirm) => `demo: ${exampleFirm[name]}`

/** The `BRAND_*` variables. */
export const brandingVariables = z.object({
  BRAND_FIRM_NAME: z
    .string()
    .optional()
    .meta({
      description: 'the firm’s name; **required in production before anyone can be invited**',
      unset: demoOnly('BRAND_FIRM_NAME'),
    }),
  BRAND_TAGLINE: z
    .string()
    .optional()
    .meta({ description: 'a line below the name', unset: demoOnly('BRAND_TAGLINE') }),
  BRAND_LOGO_URL: z
    .string()
    .regex(
      /^\/(?!\/)[\w.-]+\.(?:svg|png|jpe?g|webp)$/iu,
      'use the name of a picture such as /logo.svg; the file belongs in the folder "branding" of DATA_DIR',
    )
    .optional()
    .meta({
      description:
        'the logo, such as `/logo.svg`; [where the file belongs](install.md#the-firms-logo). Without it a drawn mark is shown',
    }),
  BRAND_REFERENCE_PREFIX: z
    .string()
    .regex(/^[A-Z]{2,5}$/u, 'use 2 to 5 capital letters, such as PPW')
    .optional()
    .meta({ description: 'first letters of the references of applications', unset: 'the firm’s initials' }),
  BRAND_SUPPORT_EMAIL: z
    .email('use an e-mail address')
    .optional()
    .meta({
      description: 'where clients write for help; **required in production before anyone can be invited**',
      unset: demoOnly('BRAND_SUPPORT_EMAIL'),
    }),
  BRAND_SUPPORT_PHONE: z
    .string()
    .regex(/\d{3}/u, 'use a telephone number such as +27 21 555 0140')
    .optional()
    .meta({
      description: 'where clients call for help; **required in production before anyone can be invited**',
      unset: demoOnly('BRAND_SUPPORT_PHONE'),
    }),
  BRAND_TERMS_URL: link.optional().meta({
    description: 'the firm’s terms of service; **required in production before anyone can be invited**',
    unset: demoOnly('BRAND_TERMS_URL'),
  }),
  BRAND_PRIVACY_URL: link.optional().meta({
    description: 'the firm’s privacy policy; **required in production before anyone can be invited**',
    unset: demoOnly('BRAND_PRIVACY_URL'),
  }),
  BRAND_LEARN_MORE_URL: link.optional().meta({
    description: 'a page about the firm, linked from the footer',
    unset: demoOnly('BRAND_LEARN_MORE_URL'),
  }),
  BRAND_BUILDER_NAME: z
    .string()
    .optional()
    .meta({
      description: 'who built the site, named in the footer',
      unset: demoOnly('BRAND_BUILDER_NAME'),
    }),
  BRAND_BUILDER_URL: link.optional().meta({
    description: 'the address of who built the site',
    unset: demoOnly('BRAND_BUILDER_URL'),
  }),
})

/** The parts of the branding that only the environment sets. */
export type EnvironmentBranding = Pick<
  BrandingSettings,
  'logoUrl' | 'logoFolder' | 'builderName' | 'builderUrl'
>

type Variables = z.infer<typeof brandingVariables>

/** The branding of the environment. */
export function toBranding(
  env: Variables,
  { production, dataDir }: { production: boolean; dataDir: string },
): EnvironmentBranding {
  const unset = production ? unnamedFirm : exampleFirm
  return {
    logoUrl: env.BRAND_LOGO_URL ?? null,
    logoFolder: join(dataDir, 'branding'),
    builderName: env.BRAND_BUILDER_NAME ?? unset.BRAND_BUILDER_NAME,
    builderUrl: env.BRAND_BUILDER_URL ?? unset.BRAND_BUILDER_URL,
  }
}

/** A value for each field with a variable; undefined values are left out. */
export function firmByVariable(valueOf: (variable: string) => string | undefined): SomeFirmValues {
  const sections = firmSectionNames.map((section) => {
    const fields = Object.entries(fieldsOf(section)).flatMap(([name, { variable }]) => {
      const value = variable === undefined ? undefined : valueOf(variable)
      return value === undefined ? [] : [[name, value]]
    })
    return [section, Object.fromEntries(fields) as Record<string, string>]
  })
  return Object.fromEntries(sections) as SomeFirmValues
}

/** Texts of the product, which say nothing about a firm. */
const productDefaults: SomeFirmValues = {
  ...letterDefaults,
  ...officeDefaults,
  signIn: signInDefaults,
}

/** The firm's values where neither environment nor database has one: in production nothing fictitious. */
export function firmDefaults({ production, demo }: { production: boolean; demo: boolean }): FirmValues {
  const unset: Readonly<Record<string, string>> = {
    ...(production ? unnamedFirm : exampleFirm),
    SELF_REGISTRATION: demo ? 'on' : 'off',
    REQUIRE_SECOND_FACTOR: 'optional',
  }
  const sections = firmSectionNames.map((section) => {
    const texts = productDefaults[section] ?? {}
    const fields = Object.entries(fieldsOf(section)).map(([name, { variable }]) => [
      name,
      texts[name] ?? unset[variable ?? ''] ?? '',
    ])
    return [section, Object.fromEntries(fields) as Record<string, string>]
  })
  return Object.fromEntries(sections) as FirmValues
}

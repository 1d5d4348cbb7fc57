import { z } from 'zod'
import { initialsOf } from '#domain/applications/reference.ts'

/** The firm's identity. No component hard-codes it (decisions, "Terms, privacy, ..."). */
export interface BrandingSettings {
  firmName: string
  tagline: string
  logoUrl: string | null
  /** Prefix of application references: letters. */
  referencePrefix: string
  supportEmail: string
  supportPhone: string
  termsUrl: string
  privacyUrl: string
  learnMoreUrl: string
  builderName: string
  builderUrl: string
}

/** A URL that is safe as a link. */
const link = z.url({ protocol: /^https?$/u, error: 'use an address beginning with https://' })

/** The `BRAND_*` variables. */
export const brandingVariables = z.object({
  BRAND_FIRM_NAME: z.string().default('Protea Private Wealth'),
  BRAND_TAGLINE: z.string().default('Protect. Create. Wealth.'),
  BRAND_LOGO_URL: z
    .string()
    .regex(/^\/(?!\/)/u, 'use a path of this site, such as /logo.svg')
    .optional(),
  BRAND_REFERENCE_PREFIX: z
    .string()
    .regex(/^[A-Z]{2,5}$/u, 'use 2 to 5 capital letters, such as PPW')
    .optional(),
  BRAND_SUPPORT_EMAIL: z.email().default('support@proteawealth.example'),
  BRAND_SUPPORT_PHONE: z.string().default('+27 21 555 0140'),
  BRAND_TERMS_URL: link.default('https://proteawealth.example/terms'),
  BRAND_PRIVACY_URL: link.default('https://proteawealth.example/privacy'),
  BRAND_LEARN_MORE_URL: link.default('https://proteawealth.example/about'),
  BRAND_BUILDER_NAME: z.string().default('Protea Digital'),
  BRAND_BUILDER_URL: link.default('https://proteadigital.example'),
})

/** The branding from the variables. */
export function toBranding(brand: z.infer<typeof brandingVariables>): BrandingSettings {
  return {
    firmName: brand.BRAND_FIRM_NAME,
    tagline: brand.BRAND_TAGLINE,
    logoUrl: brand.BRAND_LOGO_URL ?? null,
    referencePrefix: brand.BRAND_REFERENCE_PREFIX ?? initialsOf(brand.BRAND_FIRM_NAME),
    supportEmail: brand.BRAND_SUPPORT_EMAIL,
    supportPhone: brand.BRAND_SUPPORT_PHONE,
    termsUrl: brand.BRAND_TERMS_URL,
    privacyUrl: brand.BRAND_PRIVACY_URL,
    learnMoreUrl: brand.BRAND_LEARN_MORE_URL,
    builderName: brand.BRAND_BUILDER_NAME,
    builderUrl: brand.BRAND_BUILDER_URL,
  }
}

import { z } from 'zod'

/** Who the firm is. Nothing of it is hard-coded in a component (decisions, "Terms, privacy, ..."). */
export interface BrandingSettings {
  firmName: string
  tagline: string
  logoUrl: string | null
  supportEmail: string
  supportPhone: string
  termsUrl: string
  privacyUrl: string
  learnMoreUrl: string
  builderName: string
  builderUrl: string
}

/** An address that a link may lead to: never a script. */
const link = z.url({ protocol: /^https?$/u, error: 'use an address beginning with https://' })

/** The `BRAND_*` variables. */
export const brandingVariables = z.object({
  BRAND_FIRM_NAME: z.string().default('Protea Private Wealth'),
  BRAND_TAGLINE: z.string().default('Protect. Create. Wealth.'),
  BRAND_LOGO_URL: z
    .string()
    .regex(/^\/(?!\/)/u, 'use a path of this site, such as /logo.svg')
    .optional(),
  BRAND_SUPPORT_EMAIL: z.email().default('support@proteawealth.example'),
  BRAND_SUPPORT_PHONE: z.string().default('+27 21 555 0140'),
  BRAND_TERMS_URL: link.default('https://proteawealth.example/terms'),
  BRAND_PRIVACY_URL: link.default('https://proteawealth.example/privacy'),
  BRAND_LEARN_MORE_URL: link.default('https://proteawealth.example/about'),
  BRAND_BUILDER_NAME: z.string().default('Protea Digital'),
  BRAND_BUILDER_URL: link.default('https://proteadigital.example'),
})

/** The branding that the variables stand for. */
export function toBranding(brand: z.infer<typeof brandingVariables>): BrandingSettings {
  return {
    firmName: brand.BRAND_FIRM_NAME,
    tagline: brand.BRAND_TAGLINE,
    logoUrl: brand.BRAND_LOGO_URL ?? null,
    supportEmail: brand.BRAND_SUPPORT_EMAIL,
    supportPhone: brand.BRAND_SUPPORT_PHONE,
    termsUrl: brand.BRAND_TERMS_URL,
    privacyUrl: brand.BRAND_PRIVACY_URL,
    learnMoreUrl: brand.BRAND_LEARN_MORE_URL,
    builderName: brand.BRAND_BUILDER_NAME,
    builderUrl: brand.BRAND_BUILDER_URL,
  }
}

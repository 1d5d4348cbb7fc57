import { z } from 'zod'
import { endpoints } from './endpoint.ts'

/** Who the firm is, and what this deployment offers before anyone signs in. */
export const brandingSchema = z.object({
  firmName: z.string(),
  tagline: z.string(),
  logoUrl: z.string().nullable(),
  supportEmail: z.string(),
  supportPhone: z.string(),
  termsUrl: z.string(),
  privacyUrl: z.string(),
  learnMoreUrl: z.string(),
  builderName: z.string(),
  builderUrl: z.string(),
  /** Demo data: a notice marks every page. */
  demo: z.boolean(),
  selfRegistration: z.boolean(),
})

export type Branding = z.infer<typeof brandingSchema>

export const siteEndpoints = endpoints({
  'GET /api/branding': {
    summary: "The firm's name, links and support contacts",
    tag: 'Site',
    access: 'anyone',
    answer: brandingSchema,
  },
})

import { z } from 'zod'

const FORMAT = 'client-onboarding-firm-1'
const values = z.record(z.string(), z.string())

/** The logo's two pictures as PNG, in base64. */
const logoSchema = z.strictObject({ light: z.base64().optional(), dark: z.base64().optional() })

/**
 * A file that carries a firm from one deployment to another. Sections hold what differs from the defaults; the logo is
 * carried by its pictures.
 */
export const firmFileSchema = z.strictObject({
  format: z.literal(FORMAT),
  sections: z.record(z.string(), values),
  logo: logoSchema.optional(),
  /** Checked and stored by due diligence. */
  riskModel: z.unknown().optional(),
})

export type FirmFile = z.output<typeof firmFileSchema>
export type LogoField = keyof z.output<typeof logoSchema>

/** The logo's fields, in display order. */
export const logoFields = Object.keys(logoSchema.shape) as LogoField[]
export const FIRM_FILE_FORMAT = FORMAT

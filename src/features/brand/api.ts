import { z } from 'zod'
import { endpoints } from '#features/access/api/endpoint.ts'

/** The firm's branding, and public settings of this deployment. */
export const brandingSchema = z.object({
  firmName: z.string(),
  tagline: z.string(),
  logoUrl: z.string().nullable(),
  /** For dark mode; null for the same one. */
  logoDarkUrl: z.string().nullable(),
  supportEmail: z.string(),
  supportPhone: z.string(),
  termsUrl: z.string(),
  privacyUrl: z.string(),
  learnMoreUrl: z.string(),
  builderName: z.string(),
  builderUrl: z.string(),
  /** Support hours, and what is promised. */
  office: z.object({
    hours: z.string(),
    closedDays: z.array(z.string()),
    reviewFrom: z.number().int(),
    reviewTo: z.number().int(),
    /** After how many months of 30 days annual reviews are upcoming and due. */
    annualReview: z.object({ upcoming: z.number().int(), due: z.number().int() }),
  }),
  /** Changes with the firm's settings; null before the first change. */
  revision: z.string().nullable(),
  /** Demo data: every page shows a notice. */
  demo: z.boolean(),
  selfRegistration: z.boolean(),
  /** Whether mails are sent; otherwise they are written to files. */
  sendsEmail: z.boolean(),
  /** Whether staff can see these files. */
  showsOutbox: z.boolean(),
  /** Whether clients are asked for the due diligence tasks. */
  ficaPack: z.boolean(),
  /** Whether passkeys can be used at this address. */
  passkeys: z.boolean(),
  /** Providers that staff may sign in at. */
  singleSignOn: z.array(z.object({ name: z.string(), label: z.string() })),
  /** Whether staff are to sign in there alone. */
  staffUseSsoOnly: z.boolean(),
})

export type Branding = z.infer<typeof brandingSchema>

/** HTML pages of the site: build templates, or rendered documents. */
export interface SiteDocuments {
  /** The sign-in page with its form, without a session. */
  signIn: string
  /** Every other page, rendered by the client. */
  other: string
}

/** Renders the built client's templates for one firm. */
export type RenderDocuments = (templates: SiteDocuments, branding: Branding) => SiteDocuments

/** Position in our own script. */
const SCRIPT_POSITION = /^[\w.-]{1,80}\.js:\d{1,7}:\d{1,7}$/u
const MAX_POSITIONS = 20

/** A browser's error report: error kind and positions, never the message, which could contain personal data. */
const brokenPageSchema = z.strictObject({
  kind: z.string().regex(/^[A-Za-z]{1,60}$/u),
  places: z.array(z.string().regex(SCRIPT_POSITION)).max(MAX_POSITIONS),
})

export const siteEndpoints = endpoints({
  'POST /api/broken-pages': {
    summary: 'Report an error in a browser page',
    tag: 'Site',
    access: 'anyone',
    body: brokenPageSchema,
    /** Reference number shown to the user. */
    answer: z.object({ number: z.string() }),
    repeated: 'attempt',
  },
  'GET /api/branding': {
    summary: 'Get the firm’s name, links and support contacts',
    tag: 'Site',
    access: 'anyone',
    answer: brandingSchema,
  },
})

type SiteEndpoints = typeof siteEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends SiteEndpoints {}
}

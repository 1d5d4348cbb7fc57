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
  /** Whether e-mails leave this system; otherwise they become files. */
  sendsEmail: z.boolean(),
  /** Whether staff can look at these files. */
  showsOutbox: z.boolean(),
})

export type Branding = z.infer<typeof brandingSchema>

/** The HTML of the site's pages: templates as the build leaves them, or documents that are ready to be sent. */
export interface SiteDocuments {
  /** The sign-in page with its form, for whoever has no session. */
  signIn: string
  /** Every other page: the client fills it. */
  other: string
}

/** What the built client makes of its templates for one firm. */
export type RenderDocuments = (templates: SiteDocuments, branding: Branding) => SiteDocuments

/** Where in our own script something happened. */
const SCRIPT_POSITION = /^[\w.-]{1,80}\.js:\d{1,7}:\d{1,7}$/u
const MAX_POSITIONS = 20

/** What a browser tells of a page that broke in it: the kind of the error and its places, never its words, which may hold anything. */
const brokenPageSchema = z.strictObject({
  kind: z.string().regex(/^[A-Za-z]{1,60}$/u),
  places: z.array(z.string().regex(SCRIPT_POSITION)).max(MAX_POSITIONS),
})

export const siteEndpoints = endpoints({
  'POST /api/broken-pages': {
    summary: 'Tell of a page that broke in a browser',
    tag: 'Site',
    access: 'anyone',
    body: brokenPageSchema,
    /** What the person is shown, to tell us. */
    answer: z.object({ number: z.string() }),
    repeated: 'anew',
  },
  'GET /api/branding': {
    summary: 'Get the firm’s name, links and support contacts',
    tag: 'Site',
    access: 'anyone',
    answer: brandingSchema,
  },
})

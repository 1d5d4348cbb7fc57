import { z } from 'zod'
import { MAX_VIEW_NAME_LENGTH, MAX_OWN_VIEWS } from '#features/review/rules/views.ts'
import { lineOfText } from '#base/rules/input/text.ts'
import { endpoints } from '#features/access/api/endpoint.ts'
import { viewQueries, type ViewQuery } from './staff-applications.ts'

const MAX_ADDRESS_LENGTH = 600

export type StaffListName = keyof typeof viewQueries

/** A list's URL query: parsed, and normalised. */
interface ViewAddress {
  query: ViewQuery
  /** Normalised: recognised parameters only. */
  address: string
}

/** Parses a URL query by the parameters of a staff list; null for unknown or repeated parameters. */
export function readViewAddress(list: StaffListName, text: string): ViewAddress | null {
  const given = [...new URLSearchParams(text)]
  const named = Object.fromEntries(given)
  if (Object.keys(named).length !== given.length) return null
  const read = viewQueries[list].safeParse(named)
  if (!read.success) return null
  const written = Object.entries(read.data).filter(([name, value]) => name in named && value !== undefined)
  const address = new URLSearchParams(written.map(([name, value]) => [name, String(value)]))
  return { query: read.data, address: address.toString() }
}

const view = z.object({
  id: z.uuid(),
  name: z.string(),
  address: z.string(),
  /** Number of applications; null where counting would need to decrypt them. */
  count: z.number().int().nullable(),
})

export type OwnView = z.infer<typeof view>

const ownViews = z.object({
  own: z.array(view),
  /** Always empty: pages of the previous release read it. */
  shared: z.tuple([]),
  /** Version of the caller's own views; changes with any of them. */
  version: z.string(),
})

export type OwnViews = z.infer<typeof ownViews>

const savedView = z.strictObject({
  /** Of an existing view. */
  id: z.uuid().optional(),
  name: lineOfText(MAX_VIEW_NAME_LENGTH).min(1, 'Please name the view'),
  address: z.string().max(MAX_ADDRESS_LENGTH),
  /** Ignored: pages of the previous release send it. */
  shared: z.boolean().optional(),
})

export const ownViewEndpoints = endpoints({
  'GET /api/application-views': {
    summary: 'List your saved views in order',
    tag: 'Review',
    access: 'own-views.see',
    answer: ownViews,
  },
  'PUT /api/application-views': {
    summary: 'Replace all your saved views',
    tag: 'Review',
    access: 'own-views.keep',
    repeated: 'same',
    body: z.strictObject({
      /** The version that the caller saw: 409 if the views have changed since. */
      seen: z.string().max(100),
      views: z.array(savedView).max(MAX_OWN_VIEWS, `Please save at most ${MAX_OWN_VIEWS} views.`),
    }),
    answer: ownViews,
  },
})

type OwnViewEndpoints = typeof ownViewEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends OwnViewEndpoints {}
}

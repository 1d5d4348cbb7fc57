import { z } from 'zod'
import { MAX_VIEW_NAME_LENGTH, MAX_OWN_VIEWS } from '#domain/applications/review/views.ts'
import { lineOfText } from '#domain/applications/wizard/text.ts'
import { endpoints } from './endpoint.ts'
import { viewQueries, type ViewQuery } from './staff-applications.ts'

const MAX_ADDRESS_LENGTH = 600

export type StaffListName = keyof typeof viewQueries

/** An address of a list: what it asks for, and how it is written. */
interface ViewAddress {
  query: ViewQuery
  /** As the list reads it: the same parameters with nothing else about them. */
  address: string
}

/** Reads what stands behind the "?" of an address by the parameters of that desk's list; null where it has any others, or one twice. */
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
  shared: z.boolean(),
  /** Of one that somebody else shares. */
  ownerName: z.string().nullable(),
  /** How many applications it shows; null where that cannot be told without looking at them. */
  count: z.number().int().nullable(),
})

export type OwnView = z.infer<typeof view>

const ownViews = z.object({
  own: z.array(view),
  shared: z.array(view),
  /** Stands for the caller's own as they are now: another once one of them is changed. */
  version: z.string(),
})

export type OwnViews = z.infer<typeof ownViews>

const savedView = z.strictObject({
  /** Of one that is there already. */
  id: z.uuid().optional(),
  name: lineOfText(MAX_VIEW_NAME_LENGTH).min(1, 'Please name the view'),
  address: z.string().max(MAX_ADDRESS_LENGTH),
  shared: z.boolean(),
})

export const ownViewEndpoints = endpoints({
  'GET /api/application-views': {
    summary: 'The views that the caller keeps, in their order, and those that others share with the firm',
    tag: 'Review',
    access: 'own-views.keep',
    answer: ownViews,
  },
  'PUT /api/application-views': {
    summary: 'All views that the caller keeps, anew: saved, renamed, moved, shared, or left out',
    tag: 'Review',
    access: 'own-views.keep',
    repeated: 'same',
    body: z.strictObject({
      /** The version that the caller has seen: where theirs are others by now, nothing happens (409). */
      seen: z.string().max(100),
      views: z.array(savedView).max(MAX_OWN_VIEWS, `Please keep at most ${MAX_OWN_VIEWS} views.`),
    }),
    answer: ownViews,
  },
})

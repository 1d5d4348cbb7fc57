import type { DraftOf } from './drafts.ts'

/** Political exposure; the highest of several counts. */
export const exposures = {
  foreign: 'Foreign politically exposed person',
  domestic: 'Domestic politically exposed person',
  influential: 'Prominent influential person',
  none: 'Not politically exposed',
} as const

export type Exposure = keyof typeof exposures
export const exposureNames = Object.keys(exposures) as [Exposure, ...Exposure[]]

/** The exposure that a client declares; family and close associates count as the person (FICA, section 21H). */
export function exposureOf(declared: DraftOf<'exposure'> | undefined): Exposure {
  if (declared === undefined) return 'none'
  const related = declared.related === true ? (declared.positions ?? []) : []
  const is = (name: 'foreign' | 'domestic' | 'influential') =>
    declared[name] === true || related.some(({ question, of }) => question === 'related' && of === name)
  return (['foreign', 'domestic', 'influential'] as const).find(is) ?? 'none'
}

import type { LiftReason } from '#features/approvals/rules/approvals.ts'
import { event } from '#features/audit/rules/event.ts'
import type { HitState, HitVerdict, NotFoundReason } from './hits.ts'
import type { ListSource } from './lists.ts'

export const screeningEvents = {
  /** A sanctions list was loaded, refused, put in force or discarded. */
  'list.loaded': event<{
    source: ListSource
    entries: number
    added: number
    changed: number
    removed: number
  }>('Sanctions list loaded', 'due-diligence'),
  'list.refused': event<{ why: string }>('Sanctions list refused', 'due-diligence'),
  'list.in-force': event<{ source: ListSource }>('Sanctions list in use', 'due-diligence'),
  'list.discarded': event<{ source: ListSource }>('Sanctions list discarded', 'due-diligence'),
  /** After five years; `whole` unless something still refers to the edition. */
  'list.erased': event<{ source: ListSource; entries: number; whole: boolean }>(
    'Sanctions list erased after five years',
    'due-diligence',
  ),
  /** About the subject of the screening or the hit, so that clients do not see it. */
  'screening.run': event<{ hits: number; ruledOut: number }>(
    'Person compared with sanctions lists',
    'due-diligence',
  ),
  /** The hits of a person were shown. */
  'hit.seen': event('Possible sanctions matches viewed', 'views'),
  'hit.decided': event<{ source: ListSource; verdict: HitVerdict; state: HitState }>(
    'Possible sanctions match decided',
    'due-diligence',
  ),
  /** It counts all the same, until two people lift it. */
  'hit.not-found': event<{ source: ListSource; because: NotFoundReason }>(
    'Confirmed match no longer found',
    'due-diligence',
  ),
  'hit.lifted': event<{ source: ListSource; reason: LiftReason; state: HitState }>(
    'Confirmed match lifted',
    'due-diligence',
  ),
  /** About the subject. */
  'screening.name-dropped': event('Former spelling no longer compared', 'due-diligence'),
  /** It was gone, and is found again with the same facts: the decision on it is in force again. */
  'hit.restored': event<{ source: ListSource; state: HitState }>(
    'Decision on a sanctions match applies again',
    'due-diligence',
  ),
}

import type { Doer } from '#server/shared/actor.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { jobActor } from '#server/shared/job-actor.ts'

/** The user who started an import, with their current role; null where they may not import any more. */
export function importerOf(db: Queries, id: string): Promise<Doer | null> {
  return jobActor(db, id, 'clients.import')
}

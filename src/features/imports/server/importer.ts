import type { Doer } from '#features/access/server/actor.ts'
import type { Queries } from '#base/server/db/database.ts'
import { jobActor } from '#features/access/server/job-actor.ts'

/** The user who started an import, with their current role; null where they may not import any more. */
export function importerOf(db: Queries, id: string): Promise<Doer | null> {
  return jobActor(db, id, 'clients.import')
}

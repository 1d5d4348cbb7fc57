import { makeUser, type FactoryContext } from '#app/demo/factories/users.ts'
import { approvals } from '#features/approvals/schema.ts'
import { declarations, verifications } from '#features/due-diligence/schema/due-diligence-schema.ts'
import { retentionHolds } from '#features/applications/schema/holds-schema.ts'
import { newId } from '#base/server/db/id.ts'
import { riskRatings } from '#features/due-diligence/schema/risk-rating-schema.ts'
import { hits, listEditions, listEntries, screeningSubjects } from '#features/screening/schema.ts'

type Insert = (context: FactoryContext, applicationId: string) => Promise<unknown>

/** Inserts a hit on a new list, of a client or a member of staff. */
export async function insertHit(
  { database: { db }, now }: FactoryContext,
  owner: { applicationId: string } | { userId: string },
  state: 'match' | 'no-match' | 'open' = 'match',
): Promise<void> {
  const [editionId, entryId, subjectId] = [newId(), newId(), newId()]
  const counts = {
    bytes: 1,
    entries: 1,
    names: 0,
    added: 1,
    changed: 0,
    changedOtherwise: 0,
    removedUids: [],
  }
  const edition = { id: editionId, source: 'FIRM' as const, generatedOn: '2026-11-01', sha256: editionId }
  await db.insert(listEditions).values({ ...edition, ...counts, loadedAt: now() })
  const list = { source: 'FIRM' as const, uid: entryId }
  const texts = { programme: '', remarks: '', fingerprint: '', contentHash: '' }
  const lists = { births: [], countries: [], documents: [] }
  await db
    .insert(listEntries)
    .values({ id: entryId, ...list, ...texts, ...lists, person: true, fromEdition: editionId })
  const facts = { facts: '', fingerprint: '', documentHashes: [], unreadable: false }
  const role = 'applicationId' in owner ? ('client' as const) : ('staff' as const)
  await db.insert(screeningSubjects).values({ id: subjectId, ...owner, role, ...facts })
  const applicationId = 'applicationId' in owner ? owner.applicationId : null
  const pair = { subjectFingerprint: '', entryFingerprint: '' }
  const found = { score: 1, strong: true, features: '', foundAt: now(), state }
  await db.insert(hits).values({ id: newId(), subjectId, applicationId, ...list, entryId, ...pair, ...found })
}

const insertHold =
  (facts: { until: string; isLifted?: true }): Insert =>
  async (context, applicationId) => {
    const by = await makeUser(context, { role: 'admin' })
    const at = context.now()
    const lifted = facts.isLifted && { liftedBy: by.id, liftedAt: at }
    const hold = { id: newId(), applicationId, why: 'court' as const, until: facts.until }
    await context.database.db.insert(retentionHolds).values({ ...hold, heldBy: by.id, heldAt: at, ...lifted })
  }

/** Inserts each kind of record of due diligence that must be retained, by its name. */
export const retainedRecords: Readonly<Record<string, Insert>> = {
  'a hold in force': insertHold({ until: '2099-01-01' }),
  'a hold that has ended': insertHold({ until: '2020-01-01' }),
  'a hold that was lifted': insertHold({ until: '2099-01-01', isLifted: true }),
  'a confirmed match': (context, applicationId) => insertHit(context, { applicationId }),
  'a match that was ruled out': (context, applicationId) => insertHit(context, { applicationId }, 'no-match'),
  'a match to decide': (context, applicationId) => insertHit(context, { applicationId }, 'open'),
  'a request': async (context, applicationId) => {
    const { id: askedBy } = await makeUser(context, { role: 'admin' })
    const at = context.now()
    const request = { id: newId(), kind: 'gate' as const, object: applicationId, applicationId }
    await context.database.db.insert(approvals).values({ ...request, askedBy, askedAt: at, lapsesAt: at })
  },
  'a rating': async (context, applicationId) => {
    const { id: ratedBy } = await makeUser(context, { role: 'admin' })
    const rating = { modelVersion: 1, points: 5, level: 'low' as const, factors: '', asksWealth: false }
    const facts = { ...rating, ratedBy, ratedAt: context.now(), refreshOn: '2029-11-02' }
    await context.database.db.insert(riskRatings).values({ id: newId(), applicationId, ...facts })
  },
  'a verification': async (context, applicationId) => {
    const { id: byId } = await makeUser(context, { role: 'admin' })
    const made = {
      task: 'bank' as const,
      declarationVersion: 0,
      result: 'accepted' as const,
      documentIds: [],
    }
    await context.database.db
      .insert(verifications)
      .values({ id: newId(), applicationId, ...made, byId, at: context.now() })
  },
  'a declaration': async (context, applicationId) => {
    const { id: madeBy } = await makeUser(context)
    const made = { task: 'bank' as const, version: 1, content: '', wording: '2026-11', madeBy }
    await context.database.db
      .insert(declarations)
      .values({ id: newId(), applicationId, ...made, madeAt: context.now() })
  },
}

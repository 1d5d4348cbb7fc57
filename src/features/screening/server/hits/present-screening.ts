import { decryptJson } from '#base/server/db/encrypted-columns.ts'
import { asc, desc, eq, inArray } from 'drizzle-orm'
import type { ApplicationScreening } from '#features/screening/api/screening.ts'
import type { ScreeningDetails } from '#features/screening/server/screen-subject.ts'
import { decryptSubject, ofOwner, type Owner } from '#features/screening/server/subjects.ts'
import type { Queries } from '#base/server/db/database.ts'
import { screenings, screeningSubjects } from '#features/screening/schema.ts'
import { withheldMails } from '#features/mail/schema.ts'
import type { Keyring } from '#base/server/encryption/keyring.ts'
import { hitsOf } from './present-hits.ts'

/** At most this many comparisons of each person are presented. */
const MAX_SCREENINGS = 20
const MAX_WITHHELD = 20

/** Who was compared with lists for an application, or how a member of staff was, and what was found. */
export async function screeningOfOwner(
  loading: { keyring: Keyring; database: { db: Queries } },
  owner: Owner,
): Promise<ApplicationScreening> {
  const {
    keyring,
    database: { db },
  } = loading
  const subjects = await db
    .select()
    .from(screeningSubjects)
    .where(ofOwner(owner))
    .orderBy(asc(screeningSubjects.id))
  const rows =
    subjects.length === 0
      ? []
      : await db
          .select()
          .from(screenings)
          .where(
            inArray(
              screenings.subjectId,
              subjects.map(({ id }) => id),
            ),
          )
          .orderBy(desc(screenings.at), desc(screenings.id))
          .limit(MAX_SCREENINGS * subjects.length)
  return {
    subjects: subjects.map((row) => {
      const { id, role, unreadable, facts } = decryptSubject(keyring, row)
      const own = rows.filter(({ subjectId }) => subjectId === id)
      return {
        id,
        role,
        unreadable,
        current: row.fingerprint !== '',
        names: [...facts.written],
        former: [...(facts.former ?? [])],
        dropped: (facts.dropped ?? []).flatMap(({ name, words, droppedAt }) =>
          droppedAt === null ? [] : [{ name, words, at: droppedAt }],
        ),
        screenings: own.map((one) => presentScreening(keyring, one)),
      }
    }),
    hits: await hitsOf(loading, owner),
    withheldMails: 'applicationId' in owner ? await withheldFrom(db, owner.applicationId) : [],
  }
}

async function withheldFrom(db: Queries, applicationId: string) {
  const rows = await db
    .select({ id: withheldMails.id, subject: withheldMails.subject, at: withheldMails.at })
    .from(withheldMails)
    .where(eq(withheldMails.applicationId, applicationId))
    .orderBy(desc(withheldMails.at), desc(withheldMails.id))
    .limit(MAX_WITHHELD)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

function presentScreening(
  keyring: Keyring,
  { id, at, candidates, hits, ruledOut, details }: typeof screenings.$inferSelect,
) {
  const { ruledOut: best } = decryptJson(keyring, screenings.details, id, details) as ScreeningDetails
  return { at: at.toISOString(), candidates, hits, ruledOut, best }
}

import { createHash } from 'node:crypto'
import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import { formatPhoneNumber } from '#base/rules/south-africa/phone-number.ts'
import type { LetterContent, LetterTemplate } from '#features/signing/rules/letter/content.ts'
import { letterLengthProblem } from '#features/signing/rules/letter/length.ts'
import { EMPTY_PROFILE, type LetterProfile } from '#features/signing/rules/letter/profile.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { documents, users } from '#features/access/schema/tables.ts'
import type { Queries } from '#base/server/db/database.ts'
import { generatedLetters, letterProfiles, letterTemplates } from '#features/signing/schema/letter-schema.ts'
import { paperOnlyOf } from '#features/signing/server/paper-only.ts'
import { letterBlocks } from '#features/signing/server/fais-letter/letter-text.ts'
import type { LetterFacts } from '#features/signing/server/fais-letter/letter-facts.ts'
import type { Context } from '#base/server/context.ts'

type Settings = Context['settings']

/** The list holds no more wealth managers. */
const MAX_MANAGERS = 1000

/** The newest published template. */
export async function publishedTemplate(
  db: Queries,
): Promise<typeof letterTemplates.$inferSelect | undefined> {
  const [newest] = await db.select().from(letterTemplates).orderBy(desc(letterTemplates.version)).limit(1)
  return newest
}

/** The letter's settings as they are, published or not. */
export function draftTemplate({ firm: { values } }: Pick<Settings, 'firm'>): LetterTemplate {
  return { letterFacts: values.letterFacts, letterText: values.letterText }
}

/** Active wealth managers with their profile and current letter, by name; one of them where `id` is given. */
export function managersWithLetters(db: Queries, id?: string) {
  return db
    .select({
      id: users.id,
      username: users.username,
      fullName: users.fullName,
      phone: users.phone,
      profile: letterProfiles.profile,
      documentId: documents.id,
      issuedAt: documents.uploadedAt,
      paperOnly: paperOnlyOf(documents.id),
      version: generatedLetters.version,
      fingerprint: generatedLetters.fingerprint,
    })
    .from(users)
    .leftJoin(letterProfiles, eq(letterProfiles.userId, users.id))
    .leftJoin(documents, and(eq(documents.id, users.faisDocumentId), isNull(documents.removedAt)))
    .leftJoin(generatedLetters, eq(generatedLetters.documentId, documents.id))
    .where(
      and(
        eq(users.role, 'wealth_manager'),
        isNull(users.deactivatedAt),
        id === undefined ? undefined : eq(users.id, id),
      ),
    )
    .orderBy(asc(users.fullName), asc(users.id))
    .limit(MAX_MANAGERS)
}

export type ManagerRow = Awaited<ReturnType<typeof managersWithLetters>>[number]

/** A profile as it is stored; fields of a later release are left out. */
export function profileOf({ profile }: Pick<ManagerRow, 'profile'>): LetterProfile {
  const stored: Partial<LetterProfile> = profile ?? {}
  const names = Object.keys(EMPTY_PROFILE) as (keyof LetterProfile)[]
  const known = names.map((name) => [name, stored[name] ?? EMPTY_PROFILE[name]])
  return Object.fromEntries(known) as LetterProfile
}

/** What the letter of a manager says. */
export function contentFor(
  { firm: { values } }: Pick<Settings, 'firm'>,
  template: LetterTemplate,
  manager: ManagerRow,
): LetterContent {
  return {
    template,
    firm: { identity: values.identity, contacts: values.contacts },
    manager: {
      name: manager.fullName ?? '',
      email: manager.username,
      phone: manager.phone === null ? values.contacts.supportPhone : formatPhoneNumber(manager.phone),
      profile: profileOf(manager),
    },
  }
}

/** The letter of a manager, in the firm's branding. */
export function factsOf(
  { branding }: Pick<Settings, 'branding'>,
  content: LetterContent,
  { issuedOn, version }: Pick<LetterFacts, 'issuedOn' | 'version'>,
): LetterFacts {
  const { tagline, logoFile: logo, colours } = branding
  return { content, head: { tagline, logo, colours }, issuedOn, version }
}

/** Identifies what a letter says, whatever its date and its template's number. */
export function fingerprintOf(content: LetterContent): string {
  const blocks = letterBlocks({ content, head: { tagline: '' }, issuedOn: new Date(0), version: null })
  return createHash('sha256').update(JSON.stringify(blocks)).digest('hex')
}

/** @throws DomainError conflict (409) for a text that was saved before there was a limit */
export function requireLength({ letterText }: LetterTemplate): void {
  const message = letterLengthProblem(letterText)
  if (message !== null) throw new DomainError('conflict', message)
}

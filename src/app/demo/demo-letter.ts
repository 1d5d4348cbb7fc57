import type { FirmSection } from '#features/brand/rules/sections.ts'
import { makeFaisLetter } from '#features/signing/server/fais-letter/make-fais-letter.ts'
import { lockSection, storeVersion } from '#features/firm/server/store-version.ts'
import {
  contentFor,
  draftTemplate,
  factsOf,
  fingerprintOf,
  managersWithLetters,
  publishedTemplate,
} from '#features/signing/server/letters/letter-content.ts'
import { generatedLetters, letterProfiles, letterTemplates } from '#features/signing/schema/letter-schema.ts'
import { record } from '#features/audit/server/record.ts'
import { inTransaction, systemContext } from '#features/access/server/command-context.ts'
import type { Context } from '#base/server/context.ts'
import { loadFirm } from '#features/brand/server/load-firm.ts'
import { demoProfile, demoSections } from './demo-firm.ts'
import { makeFaisDocument } from './factories/documents.ts'

interface Publisher {
  /** The system administrator who fills in and publishes the letter. */
  userId: string
  managerIds: readonly string[]
}

/** Publishes the firm's letter, with the managers' facts, once. Sections that were changed on screen stay. */
export async function publishDemoLetter(context: Context, { userId, managerIds }: Publisher): Promise<void> {
  if ((await publishedTemplate(context.database.db)) !== undefined) return
  const act = { ...systemContext(context), actor: { userId, role: 'system_administrator' } as const }
  await inTransaction(act, async (work) => {
    for (const [section, next] of Object.entries(demoSections) as [FirmSection, Record<string, string>][]) {
      const current = await lockSection(work.tx, section)
      if (current.version === 0) await storeVersion(work, { section, current, next, from: null })
    }
  })
  await loadFirm(context)
  await inTransaction(act, async (work) => {
    for (const id of managerIds) {
      const facts = { userId: id, profile: demoProfile, changedAt: act.now }
      await work.tx.insert(letterProfiles).values(facts).onConflictDoNothing()
    }
    await work.tx.insert(letterTemplates).values({
      version: 1,
      template: draftTemplate(context.settings),
      checkedBy: demoSections.contacts.complianceName,
      publishedBy: userId,
      publishedAt: act.now,
    })
    await record(work, 'firm.letter-published', null, { version: 1 })
  })
}

/** Gives a manager the letter that is generated from the published template. */
export async function giveDemoLetter(context: Context, managerId: string): Promise<void> {
  const { db } = context.database
  const [published, [manager]] = [await publishedTemplate(db), await managersWithLetters(db, managerId)]
  if (published === undefined || manager === undefined) throw new Error('There is no letter to generate.')
  const { version, template } = published
  const content = contentFor(context.settings, template, manager)
  const facts = factsOf(context.settings, content, { issuedOn: context.now(), version })
  const { id: documentId } = await makeFaisDocument(context, {
    managerId,
    name: 'FAIS_Disclosure_Letter.pdf',
    bytes: await makeFaisLetter(facts),
  })
  await db.insert(generatedLetters).values({ documentId, version, fingerprint: fingerprintOf(content) })
}

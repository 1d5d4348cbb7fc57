import { desc, inArray } from 'drizzle-orm'
import type { ParsedInput } from '#base/rules/api/contract.ts'
import { templateGaps, type LetterTemplate } from '#features/signing/rules/letter/content.ts'
import type { LetterGap } from '#features/signing/rules/letter/profile.ts'
import { firmSettings, firmState } from '#features/brand/schema.ts'
import { letterTemplates } from '#features/signing/schema/letter-schema.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { record } from '#features/audit/server/record.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { loadFirm } from '#features/brand/server/load-firm.ts'
import { draftTemplate, publishedTemplate, requireLength } from './letter-content.ts'
import { isSameTemplate } from './queries.ts'

/**
 * Publishes the letter's settings as the template of new letters. Publishing the same settings again changes nothing.
 *
 * @throws DomainError stale (412) where the settings are not those that were checked, conflict (409)
 * `letter-incomplete` with what is missing
 */
export async function publishTemplate(
  act: CommandContext,
  { checkedBy, factsVersion, textVersion }: ParsedInput<'POST /api/firm/letters/publish'>['body'],
): Promise<void> {
  // Another server may have changed them within the last second.
  await loadFirm(act.context)
  await inTransaction(act, async (work) => {
    // Changes of the settings wait here, and so does another publication.
    await work.tx.select().from(firmState).for('update')
    await requireVersions(work, { letterFacts: factsVersion, letterText: textVersion })
    const { settings } = work.context
    const template = draftTemplate(settings)
    requireComplete(templateGaps(template, settings.firm.values))
    requireLength(template)
    const last = await publishedTemplate(work.tx)
    if (last !== undefined && isSameTemplate(last.template, template)) return
    const version = (last?.version ?? 0) + 1
    await store(work, { version, template, checkedBy })
  })
}

async function store(
  work: TransactionContext,
  { version, template, checkedBy }: { version: number; template: LetterTemplate; checkedBy: string },
): Promise<void> {
  await work.tx.insert(letterTemplates).values({
    version,
    template,
    checkedBy,
    publishedBy: work.actor.userId,
    publishedAt: work.now,
  })
  await record(work, 'firm.letter-published', null, { version })
}

async function requireVersions(
  { tx }: TransactionContext,
  checked: { letterFacts: number; letterText: number },
): Promise<void> {
  const { section, version } = firmSettings
  const rows = await tx
    .selectDistinctOn([section], { section, version })
    .from(firmSettings)
    .where(inArray(section, ['letterFacts', 'letterText']))
    .orderBy(section, desc(version))
  const current = {
    letterFacts: 0,
    letterText: 0,
    ...Object.fromEntries(rows.map((row) => [row.section, row.version])),
  }
  if (current.letterFacts === checked.letterFacts && current.letterText === checked.letterText) return
  throw new DomainError(
    'stale',
    'Someone else has changed the letter. Reload the page, check it again, then publish it.',
    { code: 'version-conflict' },
  )
}

/** @throws DomainError conflict (409) `letter-incomplete`, naming what is missing */
function requireComplete(gaps: readonly LetterGap[]): void {
  if (gaps.length === 0) return
  throw new DomainError(
    'conflict',
    `The letter is not complete: ${gaps.map(({ label }) => label).join('; ')}.`,
    {
      code: 'letter-incomplete',
      errors: gaps.map(({ at, field, label }) => ({ path: `${at}.${field}`, message: label })),
    },
  )
}

import { eq } from 'drizzle-orm'
import { accountName } from '#features/access/rules/account-name.ts'
import type { RoundView } from '#features/corrections/api.ts'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { roleLabels } from '#features/access/rules/roles.ts'
import type { Actor } from '#features/access/server/actor.ts'
import type { BrandingSettings } from '#features/brand/server/branding.ts'
import type { Context } from '#base/server/context.ts'
import { applications } from '#features/access/schema/tables.ts'
import type { DocumentRow } from '#features/documents/server/queries.ts'
import { nameOf } from '#features/documents/server/encrypted-name.ts'
import type { Block } from '#base/server/pdf/blocks.ts'
import type { Paper } from '#base/server/pdf/draw-paper.ts'
import { layOut } from '#base/server/pdf/lay-out.ts'
import type { SignatureRow } from '#features/signing/server/queries.ts'
import type { CommandContext } from '#features/access/server/command-context.ts'
import { correctionBlocks } from './correction-blocks.ts'
import { summaryBlocks, type Filed } from './summary-blocks.ts'
import { statusHistoryOf } from './status-history.ts'

/** The firm's branding. */
type Branding = Pick<BrandingSettings, 'firmName' | 'tagline' | 'supportPhone' | 'supportEmail'> &
  Partial<Pick<BrandingSettings, 'logoFile' | 'colours'>>

/** The contents of a summary. */
export interface Summarised {
  application: ReviewedApplication
  /** All stored documents, in order of arrival. */
  documents: readonly DocumentRow[]
  /** Of the documents that were signed on screen. */
  signatures: ReadonlyMap<string, SignatureRow>
}

/**
 * Reads the application's data for its file.
 *
 * @returns renders it later as a PDF in the firm's branding
 */
export async function openSummary(
  { context, actor, now }: CommandContext,
  { application, documents, signatures }: Summarised,
): Promise<() => Promise<Buffer>> {
  const { database, keyring, settings } = context
  const [trail, confirmations] = await Promise.all([
    statusHistoryOf(database.db, application.id, actor.role === 'client' ? 'client' : 'staff'),
    confirmationsOf(context, application.id),
  ])
  const filed: Filed = {
    application,
    documents: documents.map((document) => ({ ...document, name: nameOf(keyring, document) })),
    signatures: [...signatures.values()],
    confirmations,
    trail,
    madeBy: nameAndRole(actor),
    madeAt: now,
  }
  return () => makeSummary(actor.userId, filed, settings.branding)
}

async function confirmationsOf({ database: { db } }: Context, id: string): Promise<Filed['confirmations']> {
  const [row] = await db
    .select({ confirmations: applications.confirmations })
    .from(applications)
    .where(eq(applications.id, id))
  return row?.confirmations ?? {}
}

function nameAndRole({ fullName, username, role }: Actor): string {
  return `${accountName({ fullName, username })}, ${roleLabels[role]}`
}

/** An application's summary for the firm's files. @param owner the creator */
export function makeSummary(owner: string, filed: Filed, branding: Branding): Promise<Buffer> {
  const { application, madeBy, madeAt } = filed
  const blocks = summaryBlocks(filed)
  const paper = { title: 'Application summary', blocks, madeBy, madeAt, about: application }
  return layOut(owner, filedPdf(paper, branding))
}

/** A PDF of a correction request. */
export function makeCorrectionPdf(
  about: About,
  round: RoundView,
  branding: Branding,
  { actor, now }: Pick<CommandContext, 'actor' | 'now'>,
): Promise<Buffer> {
  const title = `Corrections, round ${round.number}`
  const blocks = correctionBlocks(round)
  const paper = { title, blocks, madeBy: nameAndRole(actor), madeAt: now, about }
  return layOut(actor.userId, filedPdf(paper, branding))
}

/** The application that a PDF is about. */
export type About = Pick<ReviewedApplication, 'id' | 'reference' | 'fullName' | 'username'>

interface FiledPdf {
  title: string
  about: About
  blocks: Block[]
  madeBy: string
  madeAt: Date
}

function filedPdf(
  { title, about, blocks, madeBy, madeAt }: FiledPdf,
  { firmName, tagline, supportPhone, supportEmail, logoFile = null, colours = null }: Branding,
): Paper {
  const { id, reference, fullName, username } = about
  const name = accountName({ fullName, username })
  return {
    head: { firmName, tagline, contact: [supportPhone, supportEmail], logo: logoFile, colours },
    title,
    below: `${name}  ·  ${reference}  ·  downloaded by ${madeBy} on ${formatDateTime(madeAt)}`,
    blocks,
    footer: `${firmName}  ·  ${title}  ·  ${reference}  ·  ${id}`,
    windowTitle: `${title}: ${name}`,
    author: firmName,
    subject: reference,
    at: madeAt,
  }
}

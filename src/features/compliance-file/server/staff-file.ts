import type { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { accountName } from '#features/access/rules/account-name.ts'
import type { Approval } from '#features/approvals/api.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { roleLabels, type Role } from '#features/access/rules/roles.ts'
import { requireOtherStaff } from '#features/screening/server/hits/screened-staff.ts'
import { approvalsOf } from '#features/approvals/server/approvals.ts'
import { requireScreening } from '#features/screening/server/required.ts'
import { writeZip, type ZipFile } from '#base/server/files/write-zip.ts'
import type { Block } from '#base/server/pdf/blocks.ts'
import { users } from '#features/access/schema/tables.ts'
import { DomainError, notFound } from '#base/server/domain-error.ts'
import { record } from '#features/audit/server/record.ts'
import { autocommit, type CommandContext } from '#features/access/server/command-context.ts'
import { auditProofOf, type AuditProof } from './audit-proof.ts'
import { approvalTable } from './decision-blocks.ts'
import { json, makePdf, ownFiles } from './own-files.ts'
import { howToCheck, numbered, proofBlocks } from './proof-blocks.ts'
import { screeningBlocks } from './screening-blocks.ts'
import { screeningRecordOf, type ScreeningRecord } from './screening-record.ts'

/** All that the firm holds about how a member of staff was compared with lists (FIC Directive 8 of 2023). */
interface StaffFile {
  id: string
  name: string
  username: string
  role: Role
  deactivatedAt: Date | null
  screening: ScreeningRecord
  /** About their hits, newest first. */
  approvals: Approval[]
  proof: AuditProof
}

/**
 * Opens the inspector's file of a member of staff, and records the download.
 *
 * @throws DomainError not-found for clients, for the own account, and for someone who was never compared
 */
export async function openStaffFile(act: CommandContext, userId: string): Promise<Readable> {
  requireScreening(act.context.settings)
  await requireOtherStaff(act, userId)
  const file = await readStaffFile(act, userId)
  const [subject] = file.screening.subjects
  if (subject === undefined)
    throw new DomainError('not-found', 'This person has not been compared with sanctions lists yet.')
  // About no object: a reader of the log may be the person concerned (FICA, section 29).
  await record(autocommit(act), 'inspector-file.downloaded', null, { subjectId: subject.id })
  return writeZip(filesOf(act, file))
}

async function readStaffFile({ context, now }: CommandContext, userId: string): Promise<StaffFile> {
  const { db } = context.database
  const { id, username, fullName, role, deactivatedAt } = users
  const [user] = await db
    .select({ id, username, fullName, role, deactivatedAt })
    .from(users)
    .where(eq(id, userId))
  if (user === undefined) throw notFound()
  const screening = await screeningRecordOf(context, { userId })
  const approvals = await approvalsOf(context, { userId, now })
  const objects = [screening.subjects, screening.hits, approvals].flat().map((one) => one.id)
  return {
    id: user.id,
    name: accountName(user),
    username: user.username,
    role: user.role,
    deactivatedAt: user.deactivatedAt,
    screening,
    approvals,
    proof: await auditProofOf(db, objects),
  }
}

async function* filesOf(act: CommandContext, file: StaffFile): AsyncGenerator<ZipFile> {
  const { proof, ...content } = file
  const { own, sums } = ownFiles(act.now)
  const pdf = await makePdf(act, {
    title: 'Inspector’s file',
    about: `${file.name}  ·  ${roleLabels[file.role]}`,
    footer: `${roleLabels[file.role]}  ·  ${file.id}`,
    blocks: staffFileBlocks(file),
  })
  yield own('File.pdf', pdf)
  yield own('file.json', json(content))
  yield own('audit-proof.json', json(proof))
  yield* sums({ userId: file.id })
}

function staffFileBlocks({ name, username, role, deactivatedAt, ...file }: StaffFile): Block[] {
  const rows: [label: string, value: string][] = [
    ['Name', name],
    ['Account', username],
    ['Role', roleLabels[role]],
  ]
  if (deactivatedAt !== null) rows.push(['Account deactivated', formatDateTime(deactivatedAt)])
  const sections = numbered([
    [
      'The member of staff',
      [
        { kind: 'facts', rows },
        { kind: 'paragraph', text: BY_NAME },
      ],
    ],
    ['Sanctions lists', screeningBlocks(file.screening, { approvalsIn: 3 })],
    ['Approvals by a second person', [approvalTable(file.approvals, file.screening.hits)]],
    ['Audit proof', proofBlocks(file.proof, 'the comparisons, possible matches and approvals above')],
  ])
  return [
    {
      kind: 'note',
      title: 'How to read this file',
      paragraphs: [
        'Section 2: comparisons with sanctions lists, possible matches and decisions. Section 3: what a second person decided. All times are South African. file.json holds the same facts for computers.',
        howToCheck(4),
      ],
    },
    ...sections,
  ]
}

const BY_NAME =
  'Staff are compared with sanctions lists by the name of their account, again when the name or a list changes, until the account is deactivated (FIC Directive 8 of 2023).'

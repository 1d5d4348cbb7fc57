import { documentKinds } from '#features/applications/rules/documents/kinds.ts'
import { groupThousands } from '#base/rules/money/rand.ts'
import { formatDateTime, formatDay } from '#base/rules/time/dates.ts'
import { commandCall } from '#base/server/command-call.ts'
import type { Block } from '#base/server/pdf/blocks.ts'
import type { AuditProof } from './audit-proof.ts'
import type { ClientFile, NamedPaper } from './client-file.ts'

/** The papers with their sums. */
export function paperTable({ papers }: ClientFile, named: readonly NamedPaper[]): Block {
  const names = new Map(named.map((one) => [one.documentId, one]))
  return {
    kind: 'table',
    columns: [
      { title: 'Paper', share: 42 },
      { title: 'Received', share: 22 },
      { title: 'Bytes', share: 14, align: 'right' },
      { title: 'SHA-256', share: 28, set: 'small' },
    ],
    rows: papers.map(({ document, label, issuedOn, expiresOn, replaced, addedByStaff }) => [
      [
        `**${label ?? documentKinds[document.kind].label}:** ${names.get(document.id)?.name ?? ''}`,
        issuedOn === null ? null : `dated ${formatDay(issuedOn)}`,
        expiresOn === null ? null : `expires on ${formatDay(expiresOn)}`,
        addedByStaff ? 'added by staff' : null,
        replaced ? 'replaced later' : null,
      ]
        .filter(Boolean)
        .join(', '),
      formatDateTime(document.uploadedAt),
      groupThousands(String(document.bytes)),
      // In two lines.
      document.sha256.replace(/^.{32}/u, '$& '),
    ]),
  }
}

/** What the records in the proof of a client are about. */
export const CLIENT_PROOF =
  'this client: who did what and when, for the papers, checks, comparisons, ratings, approvals and holds above'

/** What the audit proof holds, and who can verify it. @param about what its records are about */
export function proofBlocks({ rows, head, checked }: AuditProof, about: string): Block[] {
  const chained = rows.filter(({ code }) => code !== null).length
  const last =
    checked === null
      ? 'The whole log has not been checked yet.'
      : `The whole log was last checked on ${formatDateTime(new Date(checked.at))}: ${checked.sound ? 'intact' : 'not intact'}.`
  return [
    {
      kind: 'paragraph',
      text: `audit-proof.json holds the ${rows.length} records of the firm’s log about ${about}. ${head === null ? '' : `The log ended with record ${head.eventId} when this file was made. `}${last}`,
    },
    {
      kind: 'paragraph',
      text: `Each record carries a code that is computed from the record and from the code before it (HMAC-SHA-256), so a changed or missing record shows in every later code; ${chained} of these records have theirs, and newer ones follow within a minute. The codes need a key that the firm holds outside its database: ask the firm to run \u201C${commandCall('audit:verify', '--proof audit-proof.json')}\u201D on its server in your presence. It compares every record in that file, and the whole log.`,
    },
  ]
}

/** Sections below numbered headings. */
export function numbered(parts: readonly [title: string, blocks: Block[]][]): Block[] {
  return parts.flatMap(([text, blocks], index) => [{ kind: 'heading', number: index + 1, text }, ...blocks])
}

/** How to verify the sums without the product. @param proofIn the section about the audit log */
export function howToCheck(proofIn: number): string {
  return `SHA256SUMS.txt lists the SHA-256 sum of every file in the ZIP. To check that none has changed, unpack the ZIP and compare: in Windows with “certutil -hashfile File.pdf SHA256” for each file, in macOS with “shasum -a 256 -c SHA256SUMS.txt”, in Linux with “sha256sum -c SHA256SUMS.txt”. Section ${proofIn} says how to check the firm’s log.`
}

/** How to read the file, and how to verify its sums without the product. */
export const howToRead: Block = {
  kind: 'note',
  title: 'How to read this file',
  paragraphs: [
    'Sections 2 and 3: who verified the client’s identity and statements, how, when and on which papers. Sections 4 to 9: what the client declared, word for word. Section 10: the risk rating with every factor. Section 11: comparisons with sanctions lists. Sections 12 and 13: approvals and decisions. All times are South African.',
    'The papers of section 15 are beside this file in the ZIP, in folders by subject. file.json holds the same facts for computers.',
    howToCheck(16),
  ],
}

import { exposures } from '#features/due-diligence/rules/exposure.ts'
import type { ClientFile, NamedPaper } from './client-file.ts'

/** The same as the readable file, for machines. Times are ISO 8601 in UTC, amounts in rand. */
export function fileRecord(file: ClientFile, named: readonly NamedPaper[]) {
  const { application, pack, declarations, ratings, papers, trail, staff } = file
  const names = new Map(named.map(({ documentId, name }) => [documentId, name]))
  return {
    client: {
      applicationId: application.id,
      reference: application.reference,
      fullName: application.fullName,
      idDocumentType: application.idDocumentType,
      idNumber: application.idNumber,
      dateOfBirth: application.dateOfBirth,
      exposure: exposures[pack.exposure],
      wealthManager: application.wealthManagerName,
      status: application.status,
      importedAt: application.imported?.at ?? null,
      submittedAt: application.submittedAt,
      onboardedAt: application.onboardedAt,
    },
    tasks: pack.tasks.map(({ task, state, verifications }) => ({
      task,
      state,
      verifications: verifications.map(({ documentIds, ...one }) => ({
        ...one,
        papers: documentIds.map((id) => ({ documentId: id, name: names.get(id) ?? null })),
      })),
      declarations: declarations.filter((one) => one.task === task),
    })),
    ratings,
    screening: file.screening,
    approvals: pack.approvals,
    decisions: trail,
    retentionHolds: pack.holds,
    staff,
    papers: papers.map(({ document, ...one }) => ({
      documentId: document.id,
      name: names.get(document.id) ?? null,
      ...one,
      uploadedAt: document.uploadedAt,
      bytes: document.bytes,
      sha256: document.sha256,
    })),
  }
}

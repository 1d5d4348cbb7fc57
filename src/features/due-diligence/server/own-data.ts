import { correctionReasons, type CorrectionReason } from '#features/applications/rules/round/reasons.ts'
import { tasks } from '#features/due-diligence/rules/tasks.ts'
import { loadDueDiligence, type Loading } from './load.ts'

const reasonOf = (reason: CorrectionReason | null) => (reason === null ? null : correctionReasons[reason])

type Application = Parameters<typeof loadDueDiligence>[1]

/** The due diligence tasks of a client for their own data: what they gave, and why it was sent back. */
export async function tasksOfClient(context: Loading, application: Application, now: Date) {
  const found = await loadDueDiligence(context, application, now)
  return found.tasks
    .filter(({ row }) => row !== null)
    .map(({ task, row, draft, declared, papers, now: { why } }) => ({
      task: tasks[task].label,
      reason: reasonOf(row?.reason ?? null),
      why,
      draft,
      papers: papers.map(({ document, paper, issuedOn, expiresOn }) => ({
        documentId: document.id,
        paper,
        issuedOn,
        expiresOn,
      })),
      declarations: declared.map(({ version, draft: content, wording, madeAt }) => ({
        version,
        content,
        wording,
        madeAt,
      })),
    }))
}

import { clientEvent, event } from '#features/audit/rules/event.ts'
import type { ApprovalDecision, ApprovalKind, WithdrawalReason } from '#features/approvals/rules/approvals.ts'
import type { PaperName } from './papers.ts'
import type { HoldReason } from './retention-holds.ts'
import type { TaskName, VerificationMethod } from './tasks.ts'

export const dueDiligenceEvents = {
  /** The draft of a due diligence task was saved. */
  'pack.saved': clientEvent<{ task: TaskName; version: number }>('FICA check saved', 'due-diligence'),
  'pack.paper-added': clientEvent<{ task: TaskName; documentId: string; paper: PaperName }>(
    'Document added to a FICA check',
    'due-diligence',
  ),
  'pack.handed-in': clientEvent<{ task: TaskName; version: number }>('FICA check sent', 'due-diligence'),
  'pack.asked': clientEvent<{ tasks: TaskName[] }>('FICA documents asked for', 'due-diligence'),
  'pack.reminded': clientEvent<{ tasks: TaskName[]; why: 'asked' | 'expiring' }>(
    'FICA reminder sent',
    'due-diligence',
  ),
  'pack.verified': clientEvent<{
    task: TaskName
    method: VerificationMethod | null
    result: 'accepted' | 'again'
  }>('FICA check decided', 'due-diligence'),
  /** Staff saw the whole account number. */
  'pack.account-shown': clientEvent('Account number viewed', 'views'),
  /** About the approval, so that clients do not see it. */
  'approval.asked': event<{ kind: ApprovalKind }>('Approval requested', 'due-diligence'),
  /** About no object, so that neither clients nor staff see it about themselves. */
  'inspector-file.downloaded': event<{ applicationId: string; documents: number } | { subjectId: string }>(
    'Inspector’s file downloaded',
    'views',
  ),
  /** About the hold, so that clients do not see it. */
  'retention.held': event<{ why: HoldReason; until: string }>('Records held', 'due-diligence'),
  'retention.hold-lifted': event<{ why: HoldReason }>('Hold of records lifted', 'due-diligence'),
  'approval.decided': event<{ kind: ApprovalKind; decision: ApprovalDecision }>(
    'Approval decided',
    'due-diligence',
  ),
  /** The hit that it was about has changed, or is gone. */
  'approval.withdrawn': event<{ kind: ApprovalKind; because: WithdrawalReason }>(
    'Approval request withdrawn',
    'due-diligence',
  ),
}

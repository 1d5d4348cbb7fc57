import { useState } from 'react'
import type { ReviewedPackTask } from '#features/due-diligence/api/due-diligence.ts'
import {
  COMMENT_MISSING,
  correctionReasonNames,
  correctionReasons,
  lacksComment,
  type CorrectionReason,
} from '#features/applications/rules/round/reasons.ts'
import {
  tasks,
  verificationMethodNames,
  verificationMethods,
  type VerificationMethod,
} from '#features/due-diligence/rules/tasks.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { useMay } from '#features/access/client/use-may.tsx'
import { fileFacts, type TaskFile } from '#features/due-diligence/client/file-facts.ts'
import { DocumentPreview, usePreview } from '#features/documents/client/document-preview.tsx'
import { detailOf } from '#base/client/lib/api.ts'
import { Button } from '#base/client/ui/button.tsx'
import { Dialog } from '#base/client/ui/dialog.tsx'
import { FormDialog } from '#base/client/ui/form-dialog.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { RadioGroup } from '#base/client/ui/radio-group.tsx'
import { Select } from '#base/client/ui/select.tsx'
import { TextArea } from '#base/client/ui/text-area.tsx'
import { AddPaper } from './add-paper.tsx'
import { Declared } from './declared.tsx'
import { usePackActions } from './use-pack.ts'

type TaskDialogProps = { applicationId: string; task: ReviewedPackTask; onClose: () => void }

const verdicts = [
  { value: 'accepted', label: 'Accept' },
  { value: 'again', label: 'Send back to the client' },
] as const

/** What the client gave for a task, its history, and the verdict of staff where they may give one. */
export function TaskDialog(props: TaskDialogProps) {
  return useMay('pack.verify') ? <VerdictDialog {...props} /> : <ReadDialog {...props} />
}

const headOf = ({ task, declarations: [declaration] }: ReviewedPackTask) => ({
  title: tasks[task].label,
  description: declaration
    ? `Sent on ${formatDateTime(new Date(declaration.madeAt))}, version ${declaration.version}.`
    : 'The client has not handed this in.',
})

function VerdictDialog({ applicationId, task, onClose }: TaskDialogProps) {
  const { verify } = usePackActions(applicationId)
  const preview = usePreview()
  const [given, setGiven] = useState(NOTHING_GIVEN)
  const [submitted, setSubmitted] = useState(false)
  const submit = () => {
    setSubmitted(true)
    if (given.verdict === null || Object.values(problemsOf(given)).some(Boolean)) return
    const version = task.declarations[0]?.version ?? 0
    const documentIds = task.papers.flatMap(({ files }) => files.map(({ documentId }) => documentId))
    verify.mutate({ task: task.task, version, ...bodyOf(given, documentIds) }, { onSuccess: onClose })
  }
  return (
    <>
      <FormDialog
        {...headOf(task)}
        size="normal"
        submitLabel="Save decision"
        pending={verify.isPending}
        pendingLabel="Saving..."
        onSubmit={submit}
        onCancel={onClose}
      >
        {verify.error === null ? null : (
          <Notice tone="danger" live="alert">
            {detailOf(verify.error)}
          </Notice>
        )}
        <Warnings task={task} />
        <Declared {...{ applicationId, task }} />
        <Files papers={task.papers} onShow={preview.show} />
        <AddPaper {...{ applicationId, task }} />
        <History task={task} />
        <VerdictFields
          given={given}
          onChange={(changed) => setGiven({ ...given, ...changed })}
          problems={submitted ? problemsOf(given) : {}}
        />
      </FormDialog>
      <DocumentPreview preview={preview} />
    </>
  )
}

/** For who only reads. */
function ReadDialog({ applicationId, task, onClose }: TaskDialogProps) {
  const preview = usePreview()
  return (
    <>
      <Dialog
        {...headOf(task)}
        open
        onClose={onClose}
        footer={
          <Button tone="secondary" onClick={onClose}>
            Close
          </Button>
        }
      >
        <div className="grid gap-6">
          <Warnings task={task} />
          <Declared {...{ applicationId, task }} />
          <Files papers={task.papers} onShow={preview.show} />
          <History task={task} />
        </div>
      </Dialog>
      <DocumentPreview preview={preview} />
    </>
  )
}

function Warnings({ task: { warnings } }: { task: ReviewedPackTask }) {
  return warnings.map(({ path, message }) => (
    <Notice key={`${path} ${message}`} tone="warning">
      {message}
    </Notice>
  ))
}

interface Given {
  verdict: 'accepted' | 'again' | null
  method: VerificationMethod | ''
  reason: CorrectionReason | ''
  /** A note for staff, or a comment for the client. */
  text: string
}

const NOTHING_GIVEN: Given = { verdict: null, method: '', reason: '', text: '' }

function problemsOf({ verdict, method, reason, text }: Given) {
  const accepts = verdict === 'accepted'
  return {
    verdict: verdict === null ? 'Please choose a decision' : undefined,
    method: accepts && method === '' ? 'Please choose how it was verified' : undefined,
    note: accepts && method === 'other' && text.trim() === '' ? 'Please say how it was verified' : undefined,
    reason: verdict === 'again' && reason === '' ? 'Please choose a reason' : undefined,
    comment: verdict === 'again' && lacksComment(reason || null, text) ? COMMENT_MISSING : undefined,
  }
}

function bodyOf({ verdict, method, reason, text }: Given, documentIds: string[]) {
  const given = text.trim() === '' ? undefined : text.trim()
  return verdict === 'accepted'
    ? { verdict: 'accepted' as const, method: method || undefined, documentIds, note: given }
    : { verdict: 'again' as const, reason: reason || undefined, comment: given }
}

type VerdictFieldsProps = {
  given: Given
  onChange: (changed: Partial<Given>) => void
  problems: Partial<ReturnType<typeof problemsOf>>
}

function VerdictFields({ given, onChange, problems }: VerdictFieldsProps) {
  const { verdict, method, reason, text } = given
  return (
    <>
      <RadioGroup
        label="Verdict"
        name="verdict"
        options={verdicts}
        value={verdict}
        onValueChange={(value) =>
          onChange({ verdict: verdicts.find((one) => one.value === value)?.value ?? null })
        }
        error={problems.verdict}
      />
      {verdict === 'accepted' ? (
        <Select
          label="How was it verified?"
          name="method"
          value={method}
          onChange={({ target }) => onChange({ method: target.value as VerificationMethod | '' })}
          options={verificationMethodNames.map((value) => ({ value, label: verificationMethods[value] }))}
          error={problems.method}
        />
      ) : null}
      {verdict === 'again' ? (
        <Select
          label="Reason"
          name="reason"
          hint="The client reads this."
          value={reason}
          onChange={({ target }) => onChange({ reason: target.value as CorrectionReason | '' })}
          options={correctionReasonNames.map((value) => ({ value, label: correctionReasons[value] }))}
          error={problems.reason}
        />
      ) : null}
      {verdict === null ? null : (
        <TextArea
          label={verdict === 'accepted' ? 'Note' : 'Comment for the client'}
          name="text"
          rows={2}
          optional={verdict === 'accepted' ? method !== 'other' : reason !== 'other'}
          hint={verdict === 'accepted' ? 'Staff only. Clients never see it.' : undefined}
          value={text}
          onChange={({ target }) => onChange({ text: target.value })}
          error={problems.note ?? problems.comment}
        />
      )}
    </>
  )
}

function Files({ papers, onShow }: Pick<ReviewedPackTask, 'papers'> & { onShow: (file: TaskFile) => void }) {
  const files = papers.flatMap(({ label, files: given }) => given.map((file) => ({ label, file })))
  if (files.length === 0) return null
  return (
    <ul className="grid gap-1">
      {files.map(({ label, file }) => (
        <li key={file.documentId}>
          {file.virusScan === undefined ? (
            <button
              type="button"
              className="text-link py-2 text-left wrap-anywhere"
              onClick={() => onShow(file)}
            >
              {file.name}
            </button>
          ) : (
            <span className="wrap-anywhere">{file.name}</span>
          )}
          <span className="block text-sm text-ink-soft">{fileFacts(label, file)}</span>
        </li>
      ))}
    </ul>
  )
}

function History({ task: { verifications } }: { task: ReviewedPackTask }) {
  if (verifications.length === 0) return null
  return (
    <ul className="grid gap-1 border-t border-hairline pt-4 text-sm text-ink-soft">
      {verifications.map(({ version, result, method, byName, at, note }) => (
        <li key={at}>
          {[
            `Version ${version}: ${result === 'accepted' ? 'accepted' : 'sent back'} by ${byName}, ${formatDateTime(new Date(at))}`,
            method === null ? null : verificationMethods[method],
            note,
          ]
            .filter(Boolean)
            .join(' · ')}
        </li>
      ))}
    </ul>
  )
}

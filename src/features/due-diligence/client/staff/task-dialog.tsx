import { useState } from 'react'
import type { ReviewedPackTask } from '#features/due-diligence/api/due-diligence.ts'
import { tasks, verificationMethods } from '#features/due-diligence/rules/tasks.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { useMay } from '#features/access/client/use-may.tsx'
import { fileFacts, type TaskFile } from '#features/due-diligence/client/file-facts.ts'
import { DocumentPreview, usePreview } from '#features/documents/client/document-preview.tsx'
import { detailOf } from '#base/client/lib/api.ts'
import { errorItemsOf } from '#features/due-diligence/client/pack/use-field-errors.ts'
import { plausibilityCodes } from '#features/due-diligence/rules/plausibility.ts'
import { Button } from '#base/client/ui/button.tsx'
import { Dialog } from '#base/client/ui/dialog.tsx'
import { FormDialog } from '#base/client/ui/form-dialog.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { AddPaper } from './add-paper.tsx'
import { Declared } from './declared.tsx'
import { usePackActions } from './use-pack.ts'
import { bodyOf, NOTHING_GIVEN, problemsOf, VerdictFields } from './verdict-fields.tsx'

type TaskDialogProps = { applicationId: string; task: ReviewedPackTask; onClose: () => void }

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
  const refused = errorItemsOf(verify.error)
  // What follows from the amounts is known once they are sent.
  const implausible = [
    ...task.implausible,
    ...refused.flatMap(({ fieldId, message: text }) => {
      const code = plausibilityCodes.find((one) => fieldId === `seen.${one}`)
      const isKnown = task.implausible.some((one) => one.code === code)
      return code === undefined || isKnown ? [] : [{ code, text, note: 'staff' as const }]
    }),
  ]
  const submit = () => {
    setSubmitted(true)
    if (given.verdict === null || Object.values(problemsOf(given, implausible)).some(Boolean)) return
    const version = task.declarations[0]?.version ?? 0
    verify.mutate({ task: task.task, version, ...bodyOf(given, task) }, { onSuccess: onClose })
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
        <Warnings warnings={task.warnings} />
        <Declared {...{ applicationId, task }} />
        <Files papers={task.papers} onShow={preview.show} />
        <AddPaper {...{ applicationId, task }} />
        <History task={task} />
        <VerdictFields
          given={given}
          task={{ ...task, implausible }}
          onChange={(changed) => setGiven({ ...given, ...changed })}
          problems={submitted ? problemsOf(given, implausible) : {}}
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
          <Warnings warnings={[...task.warnings, ...task.implausible]} />
          <Declared {...{ applicationId, task }} />
          <Files papers={task.papers} onShow={preview.show} />
          <History task={task} />
        </div>
      </Dialog>
      <DocumentPreview preview={preview} />
    </>
  )
}

function Warnings({ warnings }: { warnings: readonly ({ message: string } | { text: string })[] }) {
  const texts = warnings.map((one) => ('message' in one ? one.message : one.text))
  return texts.map((text) => (
    <Notice key={text} tone="warning">
      {text}
    </Notice>
  ))
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

import { useState } from 'react'
import type { GivenProof } from '#features/access/api/own-proof.ts'
import type { ImportDetail } from '#features/imports/api/imports.ts'
import { formatDate } from '#base/rules/time/dates.ts'
import { PasswordDialog } from '#features/sign-in/client/password-dialog.tsx'
import { call } from '#base/client/lib/api.ts'
import { Button } from '#base/client/ui/button.tsx'
import { ProgressBar } from '#base/client/ui/progress-bar.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { useImportChange, useMayImport } from './import-query.ts'
import { ImportRows } from './import-rows.tsx'
import { peopleText, peopleToCreate, summaryText } from './import-texts.ts'
import { InvitationsSection } from './invitations-section.tsx'
import { ProblemLinks } from './problem-links.tsx'

/** The progress and result of an import that was started, and its undo. */
export function ResultSection({ detail }: { detail: ImportDetail }) {
  const mayImport = useMayImport()
  const { state, undoUntil } = detail
  return (
    <>
      <Section title={state === 'undone' || state === 'undoing' ? 'Undo' : 'Result'}>
        <div className="flex flex-col gap-6">
          <Progress detail={detail} mayImport={mayImport} />
          <ProblemLinks detail={detail} />
        </div>
      </Section>
      {state === 'done' ? <InvitationsSection detail={detail} /> : null}
      {mayImport && undoUntil !== null ? <Undo detail={detail} undoUntil={undoUntil} /> : null}
      {showsRows(detail) ? <ImportRows detail={detail} retained={state === 'undone'} /> : null}
    </>
  )
}

/** While servers work on them, rows change; after an undo, those that were kept are of interest. */
function showsRows({ state, retained }: ImportDetail): boolean {
  if (state === 'undone') return Object.keys(retained).length > 0
  return state !== 'running' && state !== 'undoing'
}

function Progress({ detail, mayImport }: { detail: ImportDetail; mayImport: boolean }) {
  const { id, state, outcomes } = detail
  const pause = useImportChange(id, () => call('POST /api/admin/imports/{id}/pause', { params: { id } }))
  const resume = useImportChange(id, () => call('POST /api/admin/imports/{id}/resume', { params: { id } }))
  const done = (outcomes.created ?? 0) + (outcomes.skipped ?? 0) + (outcomes.failed ?? 0)
  const isMoving = state === 'running' || state === 'paused'
  return (
    <div className="flex flex-col gap-3">
      <p role="status">{summaryText(detail)}</p>
      {isMoving ? (
        <>
          <ProgressBar
            percent={(100 * done) / Math.max(1, peopleToCreate(detail))}
            label="Import"
            valueText={summaryText(detail)}
          />
          <p className="text-sm text-ink-soft">You can leave this page; the import continues.</p>
        </>
      ) : null}
      {mayImport && state === 'running' ? (
        <div>
          <Button
            tone="secondary"
            pending={pause.isPending}
            pendingLabel="Pausing..."
            onClick={() => pause.mutate(undefined)}
          >
            Pause
          </Button>
        </div>
      ) : null}
      {mayImport && state === 'paused' ? (
        <div>
          <Button
            pending={resume.isPending}
            pendingLabel="Resuming..."
            onClick={() => resume.mutate(undefined)}
          >
            Resume
          </Button>
        </div>
      ) : null}
    </div>
  )
}

function Undo({ detail, undoUntil }: { detail: ImportDetail; undoUntil: string }) {
  const [isOpen, setOpen] = useState(false)
  const { id, outcomes } = detail
  const undo = useImportChange(id, (proof: GivenProof) =>
    call('POST /api/admin/imports/{id}/undo', { params: { id }, body: { proof } }),
  )
  const count = peopleText(outcomes.created ?? 0)
  return (
    <Section
      title="Undo this import"
      description={`Until ${formatDate(new Date(undoUntil))} you can delete the clients with whom nothing has been done since. Those who have signed in, or about whom there are notes, documents or decisions, are not deleted.`}
    >
      <Button tone="danger" onClick={() => setOpen(true)}>
        Undo the import
      </Button>
      {isOpen ? (
        <PasswordDialog
          title="Undo this import?"
          description={`Of ${count}, those with whom nothing was done are deleted. Invitations that were sent stop working.`}
          submitLabel="Undo the import"
          pendingLabel="Starting..."
          tone="danger"
          send={(proof) => undo.mutateAsync(proof)}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </Section>
  )
}

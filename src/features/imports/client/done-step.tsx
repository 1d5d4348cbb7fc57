import { useState } from 'react'
import { Link } from 'wouter'
import type { Elements } from '#base/client/ui/elements.ts'
import type { GivenProof } from '#features/access/api/own-proof.ts'
import type { ImportDetail } from '#features/imports/api/import-shapes.ts'
import { formatDate } from '#base/rules/time/dates.ts'
import { PasswordDialog } from '#features/sign-in/client/password-dialog.tsx'
import { call } from '#base/client/lib/api.ts'
import { paths } from '#base/client/paths.ts'
import { Button } from '#base/client/ui/button.tsx'
import { ProgressBar } from '#base/client/ui/progress-bar.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { ComparisonLine } from './comparison-line.tsx'
import { useImportChange, useMayImport } from './import-query.ts'
import { ImportRows } from './import-rows.tsx'
import { peopleText, peopleToCreate, summaryText } from './import-texts.ts'
import { InvitationsSection } from './invitations-section.tsx'
import { ProblemLinks } from './problem-links.tsx'
import { ReviewsSection } from './reviews-section.tsx'
import { StepTitle } from './step-title.tsx'

/** The last step: progress, what follows, and the undo. */
export function DoneStep({ detail }: { detail: ImportDetail }) {
  const mayImport = useMayImport()
  const { state, fileName, undoUntil, retained } = detail
  return (
    <>
      <StepTitle step="Done" lead={fileName} action={mayImport ? <PauseOrResume detail={detail} /> : null} />
      <div className="flex flex-col gap-8">
        <Progress detail={detail} />
        {state === 'done' ? <WhatFollows detail={detail} /> : null}
        <ProblemLinks detail={detail} />
        {mayImport && undoUntil !== null ? <Undo detail={detail} undoUntil={undoUntil} /> : null}
        {state === 'undone' && Object.keys(retained).length > 0 ? (
          <ImportRows detail={detail} retained />
        ) : null}
        {state === 'done' ? (
          <Details summary="All rows of the file">
            <ImportRows detail={detail} />
          </Details>
        ) : null}
        <Link href={paths.imports} className="text-link self-start py-2.5">
          Back to all imports
        </Link>
      </div>
    </>
  )
}

/** Content that is shown, and loaded, on request. */
function Details({ summary, children }: { summary: string; children: Elements }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="text-link w-fit cursor-pointer py-2">{summary}</summary>
      {isOpen ? children : null}
    </details>
  )
}

function PauseOrResume({ detail: { id, state } }: { detail: ImportDetail }) {
  const pause = useImportChange(id, () => call('POST /api/admin/imports/{id}/pause', { params: { id } }))
  const resume = useImportChange(id, () => call('POST /api/admin/imports/{id}/resume', { params: { id } }))
  if (state === 'running') {
    return (
      <Button
        tone="secondary"
        pending={pause.isPending}
        pendingLabel="Pausing..."
        onClick={() => pause.mutate(undefined)}
      >
        Pause
      </Button>
    )
  }
  if (state !== 'paused') return null
  return (
    <Button pending={resume.isPending} pendingLabel="Resuming..." onClick={() => resume.mutate(undefined)}>
      Resume
    </Button>
  )
}

function Progress({ detail }: { detail: ImportDetail }) {
  const { state, outcomes } = detail
  const done = (outcomes.created ?? 0) + (outcomes.skipped ?? 0) + (outcomes.failed ?? 0)
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="font-semibold">
        {summaryText(detail)}
      </p>
      {state === 'running' || state === 'paused' ? (
        <>
          <ProgressBar
            percent={(100 * done) / Math.max(1, peopleToCreate(detail))}
            label="Import"
            valueText={summaryText(detail)}
          />
          <p className="text-sm text-ink-soft">You can leave this page; the import continues.</p>
        </>
      ) : null}
    </div>
  )
}

function WhatFollows({ detail }: { detail: ImportDetail }) {
  const { notInvited } = detail
  return (
    <>
      <ComparisonLine detail={detail} />
      <ReviewsSection detail={detail} />
      <InvitationsSection detail={detail}>
        {notInvited === 0 ? null : (
          <Details summary={`Show who was not invited (${notInvited.toLocaleString('en-ZA')})`}>
            <ImportRows detail={detail} notInvited />
          </Details>
        )}
      </InvitationsSection>
    </>
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
      action={
        <Button tone="secondary" size="small" onClick={() => setOpen(true)}>
          Undo the import
        </Button>
      }
    >
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

import { useState } from 'react'
import type { Elements } from '#base/client/ui/elements.ts'
import type { GivenProof } from '#features/access/api/own-proof.ts'
import type { ImportDetail } from '#features/imports/api/import-shapes.ts'
import { causeText } from '#features/imports/rules/problems.ts'
import { PasswordDialog } from '#features/sign-in/client/password-dialog.tsx'
import { useSession } from '#features/access/client/use-session.ts'
import { call } from '#base/client/lib/api.ts'
import { Button } from '#base/client/ui/button.tsx'
import { DefinitionList } from '#base/client/ui/definition-list.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { useImportChange, useMayImport } from './import-query.ts'
import { causeKey, lineText, peopleText, peopleToCreate, rowsText } from './import-texts.ts'
import { ImportRows } from './import-rows.tsx'
import { ProblemLinks } from './problem-links.tsx'
import { StepTitle } from './step-title.tsx'

type Props = { detail: ImportDetail; onColumns: (() => void) | undefined }

/** The third step: what will happen with each row, and the start. */
export function CheckStep({ detail, onColumns }: Props) {
  const [isStarting, setStarting] = useState(false)
  const mayImport = useMayImport()
  const { user } = useSession()
  const { figures, causes, fileName, preparedBy } = detail
  const created = peopleToCreate(detail)
  const of = (verdict: 'error' | 'skip' | 'warning') => causes.filter((cause) => cause.verdict === verdict)
  return (
    <>
      <StepTitle
        step="Check"
        lead={fileName}
        onColumns={onColumns}
        action={
          mayImport && created > 0 && preparedBy !== user?.id ? (
            <Button onClick={() => setStarting(true)}>{`Import ${peopleText(created)}`}</Button>
          ) : null
        }
      />
      <div className="flex flex-col gap-6">
        <p role="status">
          {`${peopleText(created)} will be created, ${rowsText(figures.error)} with errors left out. Existing clients are never changed, and no one is mailed.`}
        </p>
        {created > 0 && mayImport && preparedBy === user?.id ? (
          <Notice tone="info" title="Another admin has to start this import">
            It has onboarded clients, who were not verified here, so a second person checks and starts it.
            They find it under Last imports.
          </Notice>
        ) : null}
        {created === 0 ? (
          <Notice tone="warning">
            No row can be imported as it is. Correct the rows here, or download them, correct the file and
            upload it.
          </Notice>
        ) : null}
        <Causes
          title="Errors: correct them here, or leave them out"
          causes={of('error')}
          {...{ detail, onColumns }}
        />
        <Causes title="Created, with a warning" causes={of('warning')} {...{ detail, onColumns }} />
        <Causes title="Skipped" causes={of('skip')} {...{ detail, onColumns }}>
          {detail.emptyRows === 0 ? null : (
            <li className="border-b border-hairline py-2.5">{lineText(detail.emptyRows)}</li>
          )}
        </Causes>
        <Groups detail={detail} />
        <ProblemLinks detail={detail} />
      </div>
      {isStarting ? <StartDialog detail={detail} onClose={() => setStarting(false)} /> : null}
    </>
  )
}

type CausesProps = Props & { title: string; causes: ImportDetail['causes']; children?: Elements }

/** Rows by the cause that they have in common. */
function Causes({ title, causes, detail, onColumns, children = null }: CausesProps) {
  const [open, setOpen] = useState<string | null>(null)
  if (causes.length === 0 && children === null) return null
  return (
    <Section title={title}>
      <ul aria-label={title} className="border-t border-hairline">
        {causes.map((cause) => {
          const key = causeKey(cause)
          return (
            <li key={key} className="border-b border-hairline">
              <button
                type="button"
                aria-expanded={open === key}
                className="flex w-full flex-wrap items-baseline gap-x-3 py-2.5 text-left"
                onClick={() => setOpen(open === key ? null : key)}
              >
                <span className="font-semibold">{rowsText(cause.rows)}</span>
                <span className="min-w-0 grow">{causeText(cause)}</span>
                <span className="text-link text-sm">{open === key ? 'Hide' : 'Show'}</span>
              </button>
              {open === key ? (
                <>
                  <LeaveOut {...{ detail, cause }} />
                  <ImportRows {...{ detail, cause, onColumns }} />
                </>
              ) : null}
            </li>
          )
        })}
        {children}
      </ul>
    </Section>
  )
}

type LeaveOutProps = { detail: ImportDetail; cause: ImportDetail['causes'][number] }

/** Leaves all rows of a cause out, or puts back those that were. */
function LeaveOut({ detail: { id }, cause: { code, field, verdict, rows } }: LeaveOutProps) {
  const isOut = code === 'left-out'
  const change = useImportChange(id, () =>
    call('PUT /api/admin/imports/{id}/left-out', {
      params: { id },
      body: { leftOut: !isOut, cause: code, ...(field && { field }) },
    }),
  )
  if (!useMayImport() || rows === 1 || (verdict === 'skip' && !isOut)) return null
  return (
    <Button
      tone="quiet"
      size="small"
      pending={change.isPending}
      pendingLabel="Saving..."
      onClick={() => change.mutate(undefined)}
    >
      {isOut ? `Put all ${rowsText(rows)} back` : `Leave all ${rowsText(rows)} out`}
    </Button>
  )
}

function Groups({ detail: { byStatus, byManager } }: { detail: ImportDetail }) {
  if (byStatus.length === 0) return null
  const rowsOf = (rows: ImportDetail['byStatus']) =>
    rows.map(({ label, rows: count }) => ({ label, value: count.toLocaleString('en-ZA'), amount: true }))
  return (
    <details>
      <summary className="cursor-pointer py-2">By status and wealth manager</summary>
      <div className="grid gap-8 sm:grid-cols-2">
        <DefinitionList rows={rowsOf(byStatus)} />
        <DefinitionList rows={rowsOf(byManager)} />
      </div>
    </details>
  )
}

function StartDialog({ detail, onClose }: { detail: ImportDetail; onClose: () => void }) {
  const { id, figures } = detail
  const params = { id }
  const start = useImportChange(id, (proof: GivenProof) =>
    call('POST /api/admin/imports/{id}/start', { params, body: { figures, proof } }),
  )
  const left = figures.skip + figures.error
  return (
    <PasswordDialog
      title={`Import ${peopleText(peopleToCreate(detail))}?`}
      description={`${rowsText(left)} left out. No one is mailed. You can undo the import for 30 days.`}
      submitLabel="Import"
      pendingLabel="Starting..."
      send={(proof) => start.mutateAsync(proof)}
      onClose={onClose}
    />
  )
}

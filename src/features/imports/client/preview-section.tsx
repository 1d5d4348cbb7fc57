import { useState } from 'react'
import type { GivenProof } from '#features/access/api/own-proof.ts'
import type { ImportDetail } from '#features/imports/api/imports.ts'
import { verdicts, type Verdict } from '#features/imports/rules/problems.ts'
import { PasswordDialog } from '#features/sign-in/client/password-dialog.tsx'
import { call } from '#base/client/lib/api.ts'
import { Button } from '#base/client/ui/button.tsx'
import { CountCard } from '#base/client/ui/count-card.tsx'
import { DefinitionList } from '#base/client/ui/definition-list.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { useImportChange, useMayImport } from './import-query.ts'
import { peopleText, peopleToCreate, verdictLabels } from './import-texts.ts'
import { ImportRows } from './import-rows.tsx'
import { ProblemLinks } from './problem-links.tsx'

/** What an import will do with each row, and its start. */
export function PreviewSection({ detail, onMatch }: { detail: ImportDetail; onMatch: () => void }) {
  const [filter, setFilter] = useState<Verdict | null>(null)
  const [isStarting, setStarting] = useState(false)
  const mayImport = useMayImport()
  const { figures, byStatus, byManager } = detail
  const created = peopleToCreate(detail)
  return (
    <Section
      title="What will happen"
      description="Nothing was created yet. Existing clients are never changed, and no one is mailed."
      action={
        mayImport ? (
          <Button tone="quiet" size="small" onClick={onMatch}>
            Change the columns
          </Button>
        ) : null
      }
    >
      <div className="flex flex-col gap-8">
        <Figures figures={figures} filter={filter} onFilter={setFilter} />
        {byStatus.length === 0 ? null : (
          <div className="grid gap-8 sm:grid-cols-2">
            <Groups title="By status" rows={byStatus} />
            <Groups title="By wealth manager" rows={byManager} />
          </div>
        )}
        <ProblemLinks detail={detail} />
        {mayImport && created > 0 ? (
          <div className="flex flex-col gap-4">
            <Button
              className="self-start"
              onClick={() => setStarting(true)}
            >{`Import ${peopleText(created)}`}</Button>
          </div>
        ) : null}
        {created === 0 ? (
          <Notice tone="warning">
            No row can be imported as it is. Download the problems, correct them, and upload that file.
          </Notice>
        ) : null}
        <ImportRows key={filter} detail={detail} filter={filter} />
      </div>
      {isStarting ? <StartDialog detail={detail} onClose={() => setStarting(false)} /> : null}
    </Section>
  )
}

type StartProps = { detail: ImportDetail; onClose: () => void }

function StartDialog({ detail, onClose }: StartProps) {
  const { id, figures } = detail
  const params = { id }
  const start = useImportChange(id, (proof: GivenProof) =>
    call('POST /api/admin/imports/{id}/start', { params, body: { figures, proof } }),
  )
  const left = figures.skip + figures.error
  return (
    <PasswordDialog
      title={`Import ${peopleText(peopleToCreate(detail))}?`}
      description={`${left === 1 ? '1 row is' : `${left.toLocaleString('en-ZA')} rows are`} left out. No one is mailed. You can undo the import for 30 days.`}
      submitLabel="Import"
      pendingLabel="Starting..."
      send={(proof) => start.mutateAsync(proof)}
      onClose={onClose}
    />
  )
}

type FiguresProps = {
  figures: ImportDetail['figures']
  filter: Verdict | null
  onFilter: (verdict: Verdict | null) => void
}

function Figures({ figures, filter, onFilter }: FiguresProps) {
  return (
    <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4 lg:gap-6">
      {verdicts.map((verdict) => (
        <CountCard
          key={verdict}
          count={figures[verdict]}
          label={
            <button
              type="button"
              aria-pressed={filter === verdict}
              className="text-link py-2 text-left aria-pressed:font-semibold"
              onClick={() => onFilter(filter === verdict ? null : verdict)}
            >
              {verdictLabels[verdict]}
            </button>
          }
        />
      ))}
    </dl>
  )
}

function Groups({ title, rows }: { title: string; rows: ImportDetail['byStatus'] }) {
  return (
    <Section title={title} level={3}>
      <DefinitionList
        rows={rows.map(({ label, rows: count }) => ({
          label,
          value: count.toLocaleString('en-ZA'),
          amount: true,
        }))}
      />
    </Section>
  )
}

import { useState } from 'react'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import type { LettersState, ManagerLetter } from '#features/signing/api/letters.ts'
import { PAPER_ONLY_LABEL, paperOnlyTexts } from '#features/documents/rules/paper-only.ts'
import { letterProblemText } from '#features/signing/rules/letter/run.ts'
import { formatDate } from '#base/rules/time/dates.ts'
import { useMay } from '#features/access/client/use-may.tsx'
import { Badge, type BadgeTone } from '#base/client/ui/badge.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { FormDialog } from '#base/client/ui/form-dialog.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { ProgressBar } from '#base/client/ui/progress-bar.tsx'
import { ProfileDialog } from './profile-dialog.tsx'
import { ChooseManagers, isDue } from './choose-managers.tsx'
import { finishedCount, useLetterRun, type Generation } from './use-letter-run.ts'

const STATES: Record<ManagerLetter['letter'], { label: string; tone: BadgeTone }> = {
  none: { label: 'No letter', tone: 'danger' },
  uploaded: { label: 'Uploaded', tone: 'neutral' },
  current: { label: 'Up to date', tone: 'success' },
  outdated: { label: 'Out of date', tone: 'warning' },
}

export type ManagerLettersProps = {
  letters: LettersState
  /** The firm's services. */
  licensed: string
  /** Why the page asks for whom to generate letters; null while it does not. */
  choosing: Choosing
  setChoosing: (choosing: Choosing) => void
}

/** The user asked for it, or a version was just published. */
export type Choosing = 'asked' | 'published' | null

/** The letter of each wealth manager, and what it lacks. */
export function ManagerLetters({ letters, licensed, choosing, setChoosing }: ManagerLettersProps) {
  const { managers, published } = letters
  const mayChange = useMay('firm.word')
  const generation = useLetterRun(published?.version ?? 0)
  const [edited, setEdited] = useState<ManagerLetter | null>(null)
  const [replaced, setReplaced] = useState<ManagerLetter | null>(null)
  const due = managers.filter(isDue)
  const canGenerate = mayChange && published !== null
  return (
    <>
      <p className="mt-2 mb-4 text-ink-soft">
        Clients get the letter that is shown here. What they have signed never changes.
      </p>
      <RunStatus
        {...{ managers, generation }}
        due={canGenerate ? due.length : 0}
        onChoose={() => setChoosing('asked')}
      />
      {managers.length === 0 ? <p className="text-ink-soft">There are no wealth managers yet.</p> : null}
      <ul aria-label="Wealth managers">
        {managers.map((manager) => (
          <Row
            key={manager.id}
            {...{ manager, generation, mayChange, canGenerate }}
            onEdit={() => setEdited(manager)}
            onReplace={() => setReplaced(manager)}
          />
        ))}
      </ul>
      {edited === null ? null : (
        <ProfileDialog manager={edited} {...{ licensed }} onClose={() => setEdited(null)} />
      )}
      {replaced === null ? null : (
        <FormDialog
          title="Replace the uploaded letter?"
          description={`${replaced.name}’s clients then get the letter generated from the firm’s text. The uploaded one stays among its versions.`}
          submitLabel="Replace"
          onCancel={() => setReplaced(null)}
          onSubmit={() => {
            setReplaced(null)
            generation.start([replaced])
          }}
        />
      )}
      {choosing === null ? null : (
        <ChooseManagers
          title={
            choosing === 'published' ? `Version ${published?.version ?? 1} is published` : 'Generate letters'
          }
          {...{ managers }}
          onClose={() => setChoosing(null)}
          onGenerate={(chosen) => {
            setChoosing(null)
            generation.start(chosen)
          }}
        />
      )}
    </>
  )
}

type RunStatusProps = {
  managers: readonly ManagerLetter[]
  generation: Generation
  /** Number of letters that can be generated; 0 where the user may not. */
  due: number
  onChoose: () => void
}

/** The progress of the letters that are generated, and why letters of the last day are missing. */
function RunStatus({ managers, generation: { run, isRunning }, due, onChoose }: RunStatusProps) {
  const isCurrent = new Set(managers.flatMap(({ id, letter }) => (letter === 'current' ? [id] : [])))
  const endedAt = run?.endedAt ?? null
  const isRecent = endedAt !== null && Date.now() - Date.parse(endedAt) < DAY_MS
  const problems = isRecent ? (run?.problems ?? []).filter(({ managerId }) => !isCurrent.has(managerId)) : []
  return (
    <div className="mb-4 grid max-w-narrow gap-4 empty:hidden">
      {problems.length === 0 ? null : (
        <Notice tone="danger" live="alert" title="Not every letter was generated">
          <ul>
            {problems.map((problem) => (
              <li key={problem.managerId}>{letterProblemText(problem)}</li>
            ))}
          </ul>
        </Notice>
      )}
      {isRunning && run !== null ? (
        <div role="status">
          <p className="mb-2">{`Generating letters: ${finishedCount(run)} of ${run.total} done. You can leave this page.`}</p>
          <ProgressBar percent={(100 * finishedCount(run)) / run.total} label="Letters generated" />
        </div>
      ) : null}
      {due > 0 && !isRunning ? (
        <div>
          <Button onClick={onChoose}>{due === 1 ? 'Generate 1 letter' : `Generate ${due} letters`}</Button>
        </div>
      ) : null}
    </div>
  )
}

type RowProps = {
  manager: ManagerLetter
  generation: Generation
  mayChange: boolean
  canGenerate: boolean
  onEdit: () => void
  onReplace: () => void
}

function Row({ manager, generation, mayChange, canGenerate, onEdit, onReplace }: RowProps) {
  const { id, name, username, gaps, letter, version, issuedAt, paperOnly } = manager
  const { label, tone } = STATES[letter]
  const canStart = canGenerate && gaps.length === 0 && !generation.isRunning
  const details = [
    version === null ? null : `Version ${version}`,
    issuedAt === null ? null : formatDate(new Date(issuedAt)),
  ].filter((text) => text !== null)
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-t border-hairline py-3">
      <div className="min-w-0 flex-[1_1_18rem]">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold wrap-anywhere">{name}</span>
          <Badge tone={tone}>{label}</Badge>
          {paperOnly === null ? null : <Badge tone="warning">{PAPER_ONLY_LABEL}</Badge>}
        </div>
        <p className="text-sm wrap-anywhere text-ink-soft">{[username, ...details].join(' · ')}</p>
        {paperOnly === null ? null : <p className="mt-1 text-sm">{paperOnlyTexts[paperOnly]}</p>}
        {gaps.length === 0 ? null : (
          <p className="mt-1 text-sm">{`Missing: ${gaps.map((gap) => gap.label).join(', ')}`}</p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button tone="secondary" size="small" aria-label={`Facts of ${name}`} onClick={onEdit}>
          {mayChange ? 'Facts' : 'View facts'}
        </Button>
        <a
          href={`/api/firm/letters/preview?managerId=${id}`}
          target="_blank"
          rel="noopener"
          className="text-link px-2 py-2.5 text-sm"
          aria-label={`Preview the letter of ${name} (opens in a new tab)`}
        >
          Preview
        </a>
        {canStart && isDue(manager) ? (
          <Button
            size="small"
            tone="secondary"
            aria-label={`Generate the letter of ${name}`}
            onClick={() => generation.start([manager])}
          >
            Generate
          </Button>
        ) : null}
        {canStart && letter === 'uploaded' ? (
          <Button
            size="small"
            tone="secondary"
            aria-label={`Replace the uploaded letter of ${name}`}
            onClick={onReplace}
          >
            Replace by generated
          </Button>
        ) : null}
      </div>
    </li>
  )
}

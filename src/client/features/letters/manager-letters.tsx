import { useState } from 'react'
import type { LettersState, ManagerLetter } from '#domain/api/letters.ts'
import { formatDate } from '#domain/time/dates.ts'
import { useMay } from '#client/features/auth/use-may.tsx'
import { Badge, type BadgeTone } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { ProgressBar } from '#client/ui/progress-bar.tsx'
import { Section } from '#client/ui/section.tsx'
import { ProfileDialog } from './profile-dialog.tsx'
import { useGeneration, type Generation } from './use-generation.ts'

const STATES: Record<ManagerLetter['letter'], { label: string; tone: BadgeTone }> = {
  none: { label: 'No letter', tone: 'danger' },
  uploaded: { label: 'Uploaded', tone: 'neutral' },
  current: { label: 'Up to date', tone: 'success' },
  outdated: { label: 'Out of date', tone: 'warning' },
}

/** Whether a letter can be generated without a question: it replaces none, or one that was generated. */
const isDue = ({ letter, gaps }: ManagerLetter) =>
  gaps.length === 0 && (letter === 'none' || letter === 'outdated')

export type ManagerLettersProps = {
  letters: LettersState
  /** The firm's services. */
  licensed: string
}

/** The letter of each wealth manager, and what it lacks. */
export function ManagerLetters({ letters, licensed }: ManagerLettersProps) {
  const { managers, published } = letters
  const mayChange = useMay('firm.word')
  const generation = useGeneration()
  const [edited, setEdited] = useState<ManagerLetter | null>(null)
  const [replaced, setReplaced] = useState<ManagerLetter | null>(null)
  const due = managers.filter(isDue)
  const canGenerate = mayChange && published !== null
  return (
    <Section
      title="Wealth managers"
      description="Clients get the letter that is shown here. What they have signed never changes."
    >
      <GenerateAll {...{ due, generation }} isOffered={canGenerate && due.length > 0} />
      {managers.length === 0 ? <p className="text-ink-soft">There are no wealth managers yet.</p> : null}
      <ul>
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
            void generation.run([replaced], { replaceUploaded: true })
          }}
        />
      )}
    </Section>
  )
}

function GenerateAll({
  due,
  generation: { progress, problems, run },
  isOffered,
}: {
  due: readonly ManagerLetter[]
  generation: Generation
  isOffered: boolean
}) {
  return (
    <div className="mb-4 grid max-w-narrow gap-4 empty:hidden">
      {problems.length === 0 ? null : (
        <Notice tone="danger" live="alert" title="Not every letter was generated">
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Notice>
      )}
      {progress === null ? null : (
        <div role="status">
          <p className="mb-2">{`Generating letter ${progress.done + 1} of ${progress.of}...`}</p>
          <ProgressBar percent={(100 * progress.done) / progress.of} label="Letters generated" />
        </div>
      )}
      {isOffered && progress === null ? (
        <div>
          <Button onClick={() => void run(due)}>
            {due.length === 1 ? 'Generate 1 letter' : `Generate ${due.length} letters`}
          </Button>
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
  const { id, name, username, gaps, letter, version, issuedAt } = manager
  const { label, tone } = STATES[letter]
  const isReady = canGenerate && gaps.length === 0 && generation.progress === null
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
        </div>
        <p className="text-sm wrap-anywhere text-ink-soft">{[username, ...details].join(' · ')}</p>
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
        {isReady && isDue(manager) ? (
          <Button
            size="small"
            tone="secondary"
            aria-label={`Generate the letter of ${name}`}
            onClick={() => void generation.run([manager])}
          >
            Generate
          </Button>
        ) : null}
        {isReady && letter === 'uploaded' ? (
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

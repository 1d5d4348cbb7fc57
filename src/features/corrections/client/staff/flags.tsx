import { clsx } from 'clsx'
import { Flag } from 'lucide-react'
import { createContext, use, useMemo, useState, type ReactNode } from 'react'
import { statusTraits } from '#features/access/rules/lifecycle/statuses.ts'
import type { Corrections, JudgedItemView } from '#features/corrections/api.ts'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import type { NamedSubject } from '#features/applications/rules/round/subjects.ts'
import { useMay } from '#features/access/client/use-may.tsx'
import { NoteDialog } from './note-dialog.tsx'
import { useCorrectionActs } from './use-corrections.ts'

interface Flagging {
  noted: (subject: NamedSubject) => JudgedItemView | undefined
  flag: (subject: NamedSubject, label: string) => void
}

const FlagContext = createContext<Flagging | null>(null)

/** Whether items can be marked: during review, while no request of staff is open. */
export function canNote(
  { status }: Pick<ReviewedApplication, 'status'>,
  corrections: Corrections | undefined,
): boolean {
  return (
    statusTraits[status].correctable &&
    corrections !== undefined &&
    corrections.rounds.every(({ state, openedByClient }) => state !== 'asked' || openedByClient)
  )
}

/** Keeps the focused element above the sticky bar. */
const CLEAR_OF_BAR = '[&_:is(a,button,iframe)]:scroll-mb-40'

type FlagsProps = {
  application: ReviewedApplication
  corrections: Corrections | undefined
  children: ReactNode
}

/** Gives each answer and document below it a button that marks it for correction. */
export function Flags({ application, corrections, children }: FlagsProps) {
  const [asking, setAsking] = useState<{ subject: NamedSubject; label: string } | null>(null)
  const { note } = useCorrectionActs(application.id)
  const may = useMay('correction.ask')
  const open = may && canNote(application, corrections)
  const flagging = useMemo(
    () => ({
      noted: (subject: NamedSubject) => corrections?.basket.find((item) => isAbout(item, subject)),
      flag: (subject: NamedSubject, label: string) => setAsking({ subject, label }),
    }),
    [corrections],
  )
  const about = asking && flagging.noted(asking.subject)
  return (
    <FlagContext value={open ? flagging : null}>
      <div className={open ? CLEAR_OF_BAR : undefined}>{children}</div>
      {asking === null ? null : (
        <NoteDialog
          kind={asking.subject.kind}
          label={asking.label}
          reason={about?.reason ?? null}
          comment={about?.comment ?? ''}
          onNote={(noted) => {
            setAsking(null)
            note.mutate({ subject: asking.subject, ...noted })
          }}
          onCancel={() => setAsking(null)}
        />
      )}
    </FlagContext>
  )
}

function isAbout({ subject }: JudgedItemView, named: NamedSubject): boolean {
  if (named.kind === 'answer') return subject.kind === 'answer' && subject.path === named.path
  return named.kind === 'document' && subject.kind === 'document' && subject.documentId === named.documentId
}

/** Marks an item for correction; renders nothing if that is not possible. */
export function FlagButton({ subject, label }: { subject: NamedSubject; label: string }) {
  const flagging = use(FlagContext)
  if (flagging === null) return null
  const noted = flagging.noted(subject) !== undefined
  return (
    <button
      type="button"
      data-flag=""
      aria-pressed={noted}
      aria-label={`Ask for a correction: ${label}`}
      title="Ask for a correction"
      className={clsx(
        '-my-2.5 ml-auto flex size-11 shrink-0 items-center justify-center rounded-md hover:bg-sunken hover:text-ink',
        noted ? 'text-brass' : 'text-ink-soft',
      )}
      onClick={() => flagging.flag(subject, label)}
    >
      <Flag aria-hidden="true" className={clsx('size-4.5', noted && 'fill-current')} />
    </button>
  )
}

import { MAX_TEXT_LENGTH } from '#features/approvals/rules/limits.ts'
import {
  verificationMethodNames,
  verificationMethods,
  type VerificationMethod,
} from '#features/due-diligence/rules/tasks.ts'
import { useLetterShortcuts } from '#base/client/lists/letter-shortcuts.ts'
import { Button } from '#base/client/ui/button.tsx'
import { DecisionBar, Key } from '#base/client/ui/decision-bar.tsx'
import { controlClasses } from '#base/client/ui/field.tsx'
import { SelectBox } from '#base/client/ui/select.tsx'
import type { Acceptance, TopicPanelProps } from './use-acceptance.ts'

type TopicBarProps = Pick<TopicPanelProps, 'topic' | 'keys' | 'ask' | 'onNext'> & { acceptance: Acceptance }

/** Accept (A), Ask the client (R) and Next (N). */
export function TopicBar({ topic, keys, ask, onNext, acceptance }: TopicBarProps) {
  const { canAccept, isSeen, isPending, problem } = acceptance
  useLetterShortcuts(keys, {
    a: acceptance.accept,
    r: () => {
      if (ask.isPossible) ask.open()
    },
    n: onNext,
  })
  return (
    <DecisionBar
      problem={problem}
      fields={canAccept && topic.task !== null ? <Method {...acceptance} /> : undefined}
    >
      {canAccept ? (
        <Button
          size="small"
          aria-keyshortcuts="A"
          aria-disabled={!isSeen || undefined}
          title={isSeen ? undefined : 'The document is not displayed yet'}
          pending={isPending}
          pendingLabel="Accepting..."
          onClick={acceptance.accept}
        >
          <span>Accept</span>
          <Key>A</Key>
        </Button>
      ) : null}
      {ask.isPossible ? (
        <Button size="small" tone="secondary" aria-keyshortcuts="R" onClick={ask.open}>
          <span>Ask the client</span>
          <Key>R</Key>
        </Button>
      ) : null}
      <Button size="small" tone="secondary" aria-keyshortcuts="N" onClick={onNext}>
        <span>Next</span>
        <Key>N</Key>
      </Button>
    </DecisionBar>
  )
}

/** How a check was verified, and why, where something does not fit together. */
function Method({ method, setMethod, isMissing, needsNote, note, setNote, accept, problem }: Acceptance) {
  const isEmpty = problem !== undefined && note.trim() === ''
  return (
    <>
      <SelectBox
        name="method"
        aria-label="Verified by"
        className={needsNote ? 'w-40 shrink-0' : 'grow'}
        options={verificationMethodNames.map((value) => ({ value, label: verificationMethods[value] }))}
        value={method}
        disabled={isMissing}
        onChange={({ target }) => setMethod(target.value as VerificationMethod)}
      />
      {needsNote ? (
        <input
          name="accept-note"
          aria-label="Note"
          aria-invalid={isEmpty}
          placeholder="Why it is accepted, for staff only"
          maxLength={MAX_TEXT_LENGTH}
          className={controlClasses(isEmpty, 'w-full min-w-0 grow')}
          value={note}
          onChange={({ target }) => setNote(target.value)}
          onKeyDown={({ key }) => {
            if (key === 'Enter') accept()
          }}
        />
      ) : null}
    </>
  )
}

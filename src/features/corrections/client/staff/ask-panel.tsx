import { useEffect, useEffectEvent, useRef, useState, type ReactElement, type RefObject } from 'react'
import {
  COMMENT_MISSING,
  correctionReasons,
  lacksComment,
  REASON_MISSING,
  type CorrectionReason,
} from '#features/applications/rules/round/reasons.ts'
import { MAX_TEXT_LENGTH } from '#features/applications/rules/round/subjects.ts'
import { useNoteDraft } from '#features/notes/client/note-drafts.ts'
import { useLetterShortcuts } from '#base/client/lists/letter-shortcuts.ts'
import { Button } from '#base/client/ui/button.tsx'
import { Key } from '#base/client/ui/decision-bar.tsx'
import { controlClasses } from '#base/client/ui/field.tsx'
import { SelectBox } from '#base/client/ui/select.tsx'

/** Something that can be asked of the client. */
export interface Askable {
  key: string
  label: string
  reasons: readonly CorrectionReason[]
  /** What is asked already. */
  reason?: CorrectionReason | null
  comment?: string
  add: (asked: { reason: CorrectionReason; comment?: string }) => void
}

/** Asking the client in place. */
export interface Ask {
  isOpen: boolean
  /** Where typed text is kept. */
  draft: string
  isPossible: boolean
  /** What can be asked here, the most likely first. */
  options: readonly Askable[]
  open: () => void
  close: () => void
}

type AskPanelProps = { ask: Pick<Ask, 'options' | 'draft' | 'close'> }

/** Asks the client about something: reasons by number, a sentence, Enter adds it to the one request. */
export function AskPanel({ ask: { options, draft, close } }: AskPanelProps) {
  const [chosen, setChosen] = useState(options[0]?.key)
  const about = options.find(({ key }) => key === chosen) ?? options[0]
  const box = useRef<HTMLFormElement>(null)
  useEffect(() => box.current?.focus({ preventScroll: true }), [])
  if (about === undefined) return null
  return (
    <AskForm
      {...{ about, draft, close, box }}
      choice={
        options.length === 1 ? (
          <p className="font-semibold">{about.label}</p>
        ) : (
          <SelectBox
            name="about"
            aria-label="About"
            isLow
            options={options.map(({ key, label }) => ({ value: key, label }))}
            value={about.key}
            onChange={({ target }) => setChosen(target.value)}
          />
        )
      }
    />
  )
}

type AskFormProps = Pick<Ask, 'draft' | 'close'> & {
  about: Askable
  box: RefObject<HTMLFormElement | null>
  choice: ReactElement
}

function AskForm({ about, draft, close, box, choice }: AskFormProps) {
  const [picked, setPicked] = useState<{ key: string; reason: CorrectionReason } | null>(null)
  const reason = picked?.key === about.key ? picked.reason : (about.reason ?? null)
  const [comment, setComment, forget] = useNoteDraft(`ask/${draft}`, about.comment ?? '')
  const [problem, setProblem] = useState<string>()
  const add = () => {
    const found =
      reason === null ? REASON_MISSING : lacksComment(reason, comment) ? COMMENT_MISSING : undefined
    setProblem(found)
    if (found !== undefined || reason === null) return
    const given = comment.trim()
    about.add({ reason, ...(given !== '' && { comment: given }) })
    forget()
    close()
  }
  useKeysOf(box, { add, close })
  return (
    <form
      ref={box}
      tabIndex={-1}
      noValidate
      aria-label={`Ask the client: ${about.label}`}
      className="decision-bar ask-panel"
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      {choice}
      <Reasons
        reasons={about.reasons}
        reason={reason}
        onChoose={(name, isByKey) => {
          setPicked({ key: about.key, reason: name })
          setProblem(undefined)
          if (isByKey) box.current?.querySelector('textarea')?.focus()
        }}
      />
      <textarea
        name="comment"
        aria-label="Comment"
        rows={2}
        placeholder="A sentence for the client"
        maxLength={MAX_TEXT_LENGTH}
        aria-invalid={problem === COMMENT_MISSING}
        aria-describedby="ask-problem"
        className={controlClasses(problem === COMMENT_MISSING, 'min-h-0! w-full py-1 text-sm')}
        value={comment}
        onChange={({ target }) => setComment(target.value)}
      />
      <div className="decision-outcomes">
        <Button type="submit" size="small">
          Add to request
        </Button>
        <Button size="small" tone="quiet" onClick={close}>
          Cancel
        </Button>
        <p id="ask-problem" role="alert" className="text-sm font-semibold text-danger empty:hidden">
          {problem}
        </p>
      </div>
    </form>
  )
}

/** Enter adds from the sentence too, Shift+Enter makes a new line; Esc keeps what was typed for the next time. */
function useKeysOf(
  box: RefObject<HTMLFormElement | null>,
  does: { add: () => void; close: () => void },
): void {
  const perform = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') does.close()
    const isMeant = event.target === box.current || event.target instanceof HTMLTextAreaElement
    if (event.key !== 'Enter' || event.shiftKey || !isMeant) return
    event.preventDefault()
    does.add()
  })
  useEffect(() => {
    const form = box.current
    const listen = (event: KeyboardEvent) => perform(event)
    form?.addEventListener('keydown', listen)
    return () => form?.removeEventListener('keydown', listen)
  }, [box])
}

type ReasonsProps = {
  reasons: readonly CorrectionReason[]
  reason: CorrectionReason | null
  onChoose: (reason: CorrectionReason, isByKey: boolean) => void
}

function Reasons({ reasons, reason, onChoose }: ReasonsProps) {
  useLetterShortcuts(
    true,
    Object.fromEntries(
      reasons.slice(0, 9).map((name, index) => [String(index + 1), () => onChoose(name, true)]),
    ),
  )
  return (
    <fieldset>
      <legend className="sr-only">Why?</legend>
      {reasons.map((name, index) => (
        <label key={name} className="ask-reason">
          <input
            type="radio"
            name="reason"
            value={name}
            checked={reason === name}
            onChange={() => onChoose(name, false)}
          />
          <span className="grow">{correctionReasons[name]}</span>
          {index < 9 ? <Key>{String(index + 1)}</Key> : null}
        </label>
      ))}
    </fieldset>
  )
}

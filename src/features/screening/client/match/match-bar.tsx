import { useRef, useState } from 'react'
import type { Hit } from '#features/screening/api/screening.ts'
import { clearingReasonNames, clearingReasons, type HitVerdict } from '#features/screening/rules/hits.ts'
import { MAX_TEXT_LENGTH } from '#features/approvals/rules/limits.ts'
import { useLetterShortcuts } from '#base/client/lists/letter-shortcuts.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { Button } from '#base/client/ui/button.tsx'
import { DecisionBar, Key } from '#base/client/ui/decision-bar.tsx'
import { controlClasses } from '#base/client/ui/field.tsx'
import { SelectBox } from '#base/client/ui/select.tsx'
import { useMatchDecision } from '#features/screening/client/hits/use-hits.ts'
import { proposedReason } from './compared-facts.ts'

const reasonOptions = clearingReasonNames.map((value) => ({ value, label: clearingReasons[value] }))

const NO_REASON = 'Choose why it is a different person'

/** Why a decision is not made as it is; undefined where it is. */
function problemOf(
  hit: Hit,
  verdict: HitVerdict,
  { reason, words, proposed }: { reason: string; words: string; proposed: string },
): { part: 'reason' | 'words'; text: string } | undefined {
  const isSecond = hit.state === 'waiting'
  if (!isSecond && verdict === 'no-match' && reason === '') return { part: 'reason', text: NO_REASON }
  const isOwn = words.trim() !== '' && (verdict === 'no-match' || words.trim() !== proposed)
  if (isOwn) return undefined
  return {
    part: 'words',
    text: verdict === 'match' ? 'Say why it is the same person' : 'Say why it is a different person',
  }
}

type MatchBarProps = {
  hit: Hit
  /** Whether single letters decide. */
  keys: boolean
  /** Opens the next one. */
  onDecided: () => void
}

/** Different or same person; a second person confirms a colleague's decision, or opens it again. Keys: D and S. */
export function MatchBar({ hit, keys, onDecided }: MatchBarProps) {
  const isSecond = hit.state === 'waiting'
  const proposed = isSecond ? { reason: '', words: '' } : proposedReason(hit)
  const [reason, setReason] = useState<string>(proposed.reason)
  const [words, setWords] = useState(proposed.words)
  const [problem, setProblem] = useState<string>()
  const decision = useMatchDecision(onDecided)
  const within = useRef<HTMLDivElement>(null)
  const decide = (verdict: HitVerdict) => {
    if (decision.isPending) return
    const found = problemOf(hit, verdict, { reason, words, proposed: proposed.words })
    setProblem(found?.text)
    if (found !== undefined) {
      const field = within.current?.querySelector<HTMLInputElement>(
        `[name=${found.part === 'reason' ? 'reason' : 'words'}]`,
      )
      field?.focus()
      if (found.part === 'words') field?.select()
      return
    }
    const known = clearingReasonNames.find((name) => name === reason)
    decision.mutate({ hit, verdict, reason: known, words: words.trim() })
  }
  useLetterShortcuts(keys, { d: () => decide('no-match'), s: () => decide('match') }, within)
  const failed = decision.error === null ? undefined : detailOf(decision.error)
  return (
    <div ref={within} className="contents">
      <DecisionBar
        problem={problem ?? failed}
        follows={followsOf(hit)}
        fields={
          <>
            {isSecond ? null : (
              <SelectBox
                name="reason"
                aria-label="Reason"
                className="shrink-0"
                placeholder="Choose a reason"
                options={reasonOptions}
                value={reason}
                invalid={problem === NO_REASON && reason === ''}
                onChange={({ target }) => setReason(target.value)}
              />
            )}
            <input
              name="words"
              aria-label="In your words"
              placeholder="In your words, for compliance only"
              maxLength={MAX_TEXT_LENGTH}
              className={controlClasses(false, 'w-full min-w-0 grow')}
              value={words}
              onChange={({ target }) => setWords(target.value)}
            />
          </>
        }
      >
        <Button size="small" tone="secondary" aria-keyshortcuts="D" onClick={() => decide('no-match')}>
          <span>Different person</span>
          <Key>D</Key>
        </Button>
        <Button size="small" tone="secondary" aria-keyshortcuts="S" onClick={() => decide('match')}>
          <span>Same person</span>
          <Key>S</Key>
        </Button>
      </DecisionBar>
    </div>
  )
}

function followsOf({ state, verdict, strong }: Hit): string {
  if (state === 'waiting') {
    const other = verdict === 'match' ? 'Different person' : 'Same person'
    return `You confirm what your colleague said. “${other}” opens it again. The client isn’t told.`
  }
  return strong
    ? 'Another admin confirms what you decide. The client isn’t told.'
    : 'One person decides “different”, two decide “same”. The client isn’t told.'
}

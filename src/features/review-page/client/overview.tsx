import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import type { ReviewedPack } from '#features/due-diligence/api/due-diligence.ts'
import type { Corrections } from '#features/corrections/api.ts'
import { isOpenCheck } from '#features/review/rules/checks.ts'
import { answerTextAt } from '#features/applications/rules/round/answer-text-at.ts'
import { answerAt } from '#features/applications/rules/round/subjects.ts'
import { CorrectionRequests } from '#features/corrections/client/staff/correction-requests.tsx'
import { Allowed } from '#features/access/client/use-may.tsx'
import { useLetterShortcuts } from '#base/client/lists/letter-shortcuts.ts'
import { Button } from '#base/client/ui/button.tsx'
import { DecisionBar, Key } from '#base/client/ui/decision-bar.tsx'
import { ManagerSection } from '#features/review/client/summary/manager-section.tsx'
import { InvitationSection } from '#features/review/client/summary/invitation-section.tsx'
import { AskPanel, type Ask } from '#features/corrections/client/staff/ask-panel.tsx'
import { CheckItem } from './check-item.tsx'
import { KeyAnswers } from './key-answers.tsx'
import type { Topic } from './topics.ts'

type OverviewProps = {
  application: ReviewedApplication
  pack: ReviewedPack | undefined
  corrections: Corrections | undefined
  ask: Ask
  /** Asks about an answer; undefined where nothing can be asked. */
  onAsk: ((path: string) => void) | undefined
  next: Topic | null
  /** Whether the next topic is what to do next. */
  leads: boolean
  keys: boolean
  onNext: () => void
}

/** What is to check, and the key answers. */
export function Overview({
  application,
  pack,
  corrections,
  ask,
  onAsk,
  next,
  leads,
  keys,
  onNext,
}: OverviewProps) {
  const { id, warnings } = application
  const open = corrections?.rounds.filter(({ state }) => state === 'asked' || state === 'answered') ?? []
  const checks = (isOpen: boolean) => warnings.filter((check) => isOpenCheck(check) === isOpen)
  useLetterShortcuts(keys && next !== null, { n: onNext })
  return (
    <section aria-label="Overview" className="review-panel">
      <div className="review-scroll">
        <h2 tabIndex={-1} className="sr-only">
          Overview
        </h2>
        {application.unassigned ? (
          <Allowed to="application.administer">
            <ManagerSection application={application} />
          </Allowed>
        ) : null}
        <InvitationSection application={application} />
        <Checks title="To check" checks={checks(true)} {...{ application, onAsk }} />
        {corrections === undefined ? null : (
          <CorrectionRequests
            id={id}
            corrections={{ ...corrections, rounds: open }}
            className="mb-4 border-0 pt-0"
          />
        )}
        <KeyAnswers {...{ application, pack }} />
        <Checks title="Checked" checks={checks(false)} {...{ application, onAsk }} />
      </div>
      {ask.isOpen ? <AskPanel ask={ask} /> : null}
      {ask.isOpen || next === null ? null : (
        <DecisionBar>
          <Button
            size="small"
            tone={leads ? 'primary' : 'secondary'}
            className="grow"
            aria-keyshortcuts="N"
            onClick={onNext}
          >
            <span>{`Next to check: ${next.label}`}</span>
            <Key>N</Key>
          </Button>
        </DecisionBar>
      )}
    </section>
  )
}

type ChecksProps = Pick<OverviewProps, 'application' | 'onAsk'> & {
  title: string
  checks: ReviewedApplication['warnings']
}

function Checks({ title, checks, application, onAsk }: ChecksProps) {
  if (checks.length === 0) return null
  return (
    <section aria-label={title}>
      <ul className="grid gap-2 py-2">
        {checks.map((check) => (
          <CheckItem
            key={`${check.path} ${check.check}`}
            applicationId={application.id}
            check={check}
            text={answerTextAt(check.path, answerAt(application, check.path))}
            onAsk={onAsk && (() => onAsk(check.path))}
          />
        ))}
      </ul>
    </section>
  )
}

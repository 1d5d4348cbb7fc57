import { useState } from 'react'
import { Link } from 'wouter'
import type { Approval } from '#features/approvals/api.ts'
import {
  approvalKinds,
  isAboutRating,
  needsSenior,
  type ApprovalDecision,
} from '#features/approvals/rules/approvals.ts'
import { MAX_TEXT_LENGTH } from '#features/approvals/rules/limits.ts'
import type { ReviewedPack } from '#features/due-diligence/api/due-diligence.ts'
import { formatDate } from '#base/rules/time/dates.ts'
import { paths } from '#base/client/paths.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { Badge } from '#base/client/ui/badge.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { DecisionBar } from '#base/client/ui/decision-bar.tsx'
import { controlClasses } from '#base/client/ui/field.tsx'
import { Declared } from './declared.tsx'
import { Factors } from './factors.tsx'
import { MissingList } from './gate-notice.tsx'
import { useApprovalDecision, usePack } from './use-pack.ts'

/** A sign-off that is asked for: who asked, their words, and what it rests on. */
export function SignOffItem({ approval }: { approval: Approval }) {
  const { kind, clientName, applicationId, askedByName, askedAt, askedWords, lapsesAt } = approval
  const asked = formatDate(new Date(askedAt))
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-xl">{clientName ?? 'Name not provided'}</h2>
        <Badge tone="warning">{approvalKinds[kind]}</Badge>
        <p className="text-xs text-ink-soft">
          {`Asked by ${askedByName} on ${asked}, open until ${formatDate(new Date(lapsesAt))}`}
        </p>
      </div>
      {askedWords === null ? null : <p className="mt-3 text-lg text-pretty">{`“${askedWords}”`}</p>}
      {applicationId === null ? null : <Grounds {...{ kind, applicationId }} />}
    </>
  )
}

/** What a sign-off rests on: what raises the risk, and source of funds and wealth; or what is missing. */
function Grounds({ kind, applicationId }: { kind: Approval['kind']; applicationId: string }) {
  const pack = usePack(applicationId)
  if (pack === undefined) return <p className="mt-3 text-sm text-ink-soft">Loading what it rests on...</p>
  return (
    <>
      {kind === 'gate' ? <Missing {...pack} /> : null}
      {isAboutRating(kind) ? <OfRating pack={pack} /> : null}
      <Link
        href={`${paths.adminReview}?application=${applicationId}`}
        className="text-link mt-1 inline-block py-2.5 text-sm"
      >
        Client’s application
      </Link>
    </>
  )
}

function Missing({ gate }: Pick<ReviewedPack, 'gate'>) {
  if (gate === null || gate.missing.length === 0) return null
  return (
    <section className="mt-4">
      <h3 className="text-base font-semibold">Missing before onboarding</h3>
      <MissingList missing={gate.missing} />
    </section>
  )
}

function OfRating({ pack: { applicationId, tasks, rating } }: { pack: ReviewedPack }) {
  const funds = tasks.find(({ task }) => task === 'funds')
  return (
    <>
      {rating?.current ? (
        <section className="mt-4">
          <h3 className="text-base font-semibold">What raises the risk</h3>
          <Factors factors={rating.current.factors} />
        </section>
      ) : null}
      {funds === undefined ? null : (
        <section className="mt-4">
          <h3 className="text-base font-semibold">Source of funds and wealth</h3>
          <Declared applicationId={applicationId} task={funds} />
        </section>
      )}
    </>
  )
}

/** Signs off, or refuses, with a reason. */
export function SignOffBar({ approval, onDecided }: { approval: Approval; onDecided: () => void }) {
  const decide = useApprovalDecision(approval, onDecided)
  const [words, setWords] = useState('')
  const [problem, setProblem] = useState<string>()
  const submit = (decision: ApprovalDecision) => {
    if (decide.isPending) return
    const isEmpty = words.trim() === ''
    setProblem(isEmpty ? 'Please give a reason' : undefined)
    if (isEmpty) document.getElementsByName('sign-off-reason')[0]?.focus()
    else decide.mutate({ decision, words: words.trim() })
  }
  return (
    <DecisionBar
      problem={problem ?? (decide.error === null ? undefined : detailOf(decide.error))}
      follows={
        needsSenior(approval.kind)
          ? 'You decide as a senior manager. Clients and wealth managers don’t see it.'
          : 'Clients and wealth managers don’t see it.'
      }
      fields={
        <input
          name="sign-off-reason"
          aria-label="Reason"
          placeholder="Your reason"
          maxLength={MAX_TEXT_LENGTH}
          className={controlClasses(false, 'w-full')}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      }
    >
      <Button size="small" tone="secondary" onClick={() => submit('granted')}>
        Sign off
      </Button>
      <Button size="small" tone="secondary" onClick={() => submit('refused')}>
        Refuse
      </Button>
    </DecisionBar>
  )
}

import { useState } from 'react'
import { Link } from 'wouter'
import type { ReviewedPack } from '#features/due-diligence/api/due-diligence.ts'
import { MAX_TEXT_LENGTH } from '#features/approvals/rules/limits.ts'
import { riskLevelNames, riskLevels, type RiskLevel } from '#features/due-diligence/rules/rating/levels.ts'
import { errorItemsOf } from '#features/due-diligence/client/pack/use-field-errors.ts'
import { formatDate } from '#base/rules/time/dates.ts'
import { paths } from '#base/client/paths.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { Badge, type BadgeTone } from '#base/client/ui/badge.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { DecisionBar } from '#base/client/ui/decision-bar.tsx'
import { controlClasses } from '#base/client/ui/field.tsx'
import { SelectBox } from '#base/client/ui/select.tsx'
import { Factors } from './factors.tsx'
import { riskText } from './rating-texts.ts'
import { usePackActions, type RatingBody } from './use-pack.ts'

type Rating = NonNullable<ReviewedPack['rating']>

/** Colours of levels of risk. */
export const levelTones = { low: 'success', medium: 'warning', high: 'danger' } as const satisfies Record<
  RiskLevel,
  BadgeTone
>

type RateItemProps = { name: string; applicationId: string; rating: Rating }

/** A client to rate: the computed level, and what raises it. */
export function RateItem({ name, applicationId, rating: { now, current } }: RateItemProps) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-xl">{name}</h2>
        <Badge tone={levelTones[now.computed]}>{riskText(now.computed, now.factors)}</Badge>
      </div>
      {current === null ? null : (
        <p className="mt-2 text-sm text-ink-soft">
          {`Rated ${riskLevels[current.level]} by ${current.ratedByName} on ${formatDate(new Date(current.ratedAt))}${current.outdated ? '; what it rests on has changed since' : ''}.`}
        </p>
      )}
      <Factors factors={now.factors} />
      <Link
        href={`${paths.adminReview}?application=${applicationId}`}
        className="text-link mt-1 inline-block py-2.5 text-sm"
      >
        Client’s application
      </Link>
    </>
  )
}

const HIGHER = [
  { value: 'no', label: 'No higher risk' },
  { value: 'yes', label: 'A higher risk' },
]

interface Given {
  /** Whether an exposed client is a higher risk; only where the law asks. */
  higher: string
  level: RiskLevel | null
  words: string
}

function problemOf({ higher, words }: Given, { isAsked, byHand }: { isAsked: boolean; byHand: boolean }) {
  if (isAsked && higher === '') return 'Please say whether this relationship is a higher risk'
  return (isAsked || byHand) && words.trim() === '' ? 'Please enter a reason' : undefined
}

type RateBarProps = { applicationId: string; rating: Rating; onDecided: () => void }

/** Rates a client at the computed level with one press, or at another level with a reason. */
export function RateBar({ applicationId, rating, onDecided }: RateBarProps) {
  const { now, modelVersion, needsHigherRisk } = rating
  const { rate } = usePackActions(applicationId)
  const [given, setGiven] = useState<Given>({ higher: '', level: null, words: '' })
  const [problem, setProblem] = useState<string>()
  const change = (changed: Partial<Given>) => setGiven({ ...given, ...changed })
  const others = riskLevelNames.filter((level) => level !== now.computed)
  const isByHand = given.level !== null
  const submit = () => {
    if (rate.isPending) return
    const found = problemOf(given, { isAsked: needsHigherRisk, byHand: isByHand })
    setProblem(found)
    if (found !== undefined) return document.getElementsByName('rating-reason')[0]?.focus()
    const reason = given.words.trim()
    const body: RatingBody = {
      expectedModel: modelVersion,
      ...(needsHigherRisk && { higherRisk: { yes: given.higher === 'yes', reason } }),
      ...(given.level !== null && { byHand: { level: given.level, reason } }),
    }
    rate.mutate(body, { onSuccess: onDecided })
  }
  const refused = errorItemsOf(rate.error)[0]?.message
  const shown = given.level ?? now.computed
  return (
    <DecisionBar
      problem={problem ?? refused ?? (rate.error === null ? undefined : detailOf(rate.error))}
      follows={followsOf(now.computed, given.level, needsHigherRisk)}
      fields={
        needsHigherRisk || isByHand ? (
          <RatingFields {...{ given, isAsked: needsHigherRisk, others }} onChange={change} />
        ) : undefined
      }
    >
      <Button
        size="small"
        tone="secondary"
        pending={rate.isPending}
        pendingLabel="Rating..."
        onClick={submit}
      >
        {`Rate as ${riskLevels[shown].toLowerCase()}`}
      </Button>
      <Button
        size="small"
        tone="quiet"
        onClick={() => change({ level: isByHand ? null : (others[0] ?? null) })}
      >
        {isByHand ? 'As computed' : 'Another level'}
      </Button>
    </DecisionBar>
  )
}

type RatingFieldsProps = {
  given: Given
  isAsked: boolean
  /** The levels that differ from the computed one. */
  others: readonly RiskLevel[]
  onChange: (changed: Partial<Given>) => void
}

/** What a rating needs beside its level: the judgement of an exposed client, another level, and the reason. */
function RatingFields({ given, isAsked, others, onChange }: RatingFieldsProps) {
  return (
    <>
      {isAsked ? (
        <SelectBox
          name="higher-risk"
          aria-label="Is this politically exposed client a higher risk?"
          className="shrink-0"
          placeholder="A higher risk?"
          options={HIGHER}
          value={given.higher}
          onChange={({ target }) => onChange({ higher: target.value })}
        />
      ) : null}
      {given.level === null ? null : (
        <SelectBox
          name="level"
          aria-label="Level"
          className="shrink-0"
          options={others.map((value) => ({ value, label: riskLevels[value] }))}
          value={given.level}
          onChange={({ target }) =>
            onChange({ level: riskLevelNames.find((level) => level === target.value) ?? null })
          }
        />
      )}
      <input
        name="rating-reason"
        aria-label="Reason"
        placeholder="Your reason, for staff only"
        maxLength={MAX_TEXT_LENGTH}
        className={controlClasses(false, 'w-full min-w-0 grow')}
        value={given.words}
        onChange={({ target }) => onChange({ words: target.value })}
      />
    </>
  )
}

function followsOf(computed: RiskLevel, byHand: RiskLevel | null, isExposed: boolean): string {
  const isHigh = computed === 'high' || byHand === 'high'
  const isLower = byHand !== null && riskLevelNames.indexOf(byHand) < riskLevelNames.indexOf(computed)
  const seniors = 'A senior manager is asked to sign off.'
  const who = isHigh ? seniors : isLower ? 'Another admin is asked to sign off.' : ''
  const exposed =
    isExposed && !isHigh ? 'A higher risk needs a senior manager’s sign-off, none another admin’s.' : ''
  return [who, exposed, 'Clients and wealth managers don’t see it.'].filter((text) => text !== '').join(' ')
}

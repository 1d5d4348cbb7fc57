import { monthsBefore } from '#features/due-diligence/rules/days.ts'
import type { TaskName } from '#features/due-diligence/rules/tasks.ts'
import { dayAfter } from '#base/rules/time/calendar-days.ts'
import type { RatingApproval } from '#features/approvals/rules/approvals.ts'
import { factorLabels, isNeverMet, rules, type Factor, type FactorName } from './factors.ts'
import type { RiskFacts } from './facts.ts'
import { compareLevels, riskLevels, type RiskLevel } from './levels.ts'
import { levelOf, type ModelContent, type RiskModel } from './model.ts'

/** The tasks that a rating rests on: handed in at least, or nothing can be rated. */
export const RATING_RESTS_ON = ['identity', 'funds', 'exposure'] as const satisfies TaskName[]

/** What staff add to the facts. */
export interface Judgement {
  /** Whether a domestic or prominent person is a higher risk, with the reason (FICA, section 21G). */
  higherRisk?: { yes: boolean; reason: string } | undefined
  /** Bad press or behaviour, for example. */
  noted?: { points: number; text: string } | undefined
  byHand?: { level: RiskLevel; reason: string } | undefined
}

/** A factor of a rating with its name. */
export interface NamedFactor extends Factor {
  factor: FactorName
}

/** A client's risk by one version of the model. */
export interface Rating {
  modelVersion: number
  points: number
  /** By the points and what is always high. */
  computed: RiskLevel
  /** The level that counts. */
  level: RiskLevel
  factors: NamedFactor[]
  /** The relationship needs the approval of a second person. */
  approval: RatingApproval | null
}

/** Rates a client. Pure: the same model, facts and judgement give the same rating. */
export function rate(model: RiskModel, facts: RiskFacts, judgement: Judgement = {}): Rating {
  const factors: NamedFactor[] = [
    ...(Object.keys(rules) as (keyof typeof rules)[]).map((factor) => ({
      factor,
      ...rules[factor](facts, model.content),
    })),
    { factor: 'noted', ...notedFactor(judgement) },
  ]
  const points = factors.reduce((sum, one) => sum + one.points, 0)
  const computed = factors.some((one) => one.alwaysHigh) ? 'high' : levelOf(points, model.content)
  const level = judgement.byHand?.level ?? computed
  const approval = approvalFor(facts, { computed, level, higherRisk: judgement.higherRisk?.yes })
  return { modelVersion: model.version, points, computed, level, factors, approval }
}

function notedFactor({ noted }: Judgement): Factor {
  if (noted === undefined || noted.points === 0) {
    return { points: 0, alwaysHigh: false, sentence: 'Staff noted nothing else.' }
  }
  return { points: noted.points, alwaysHigh: false, sentence: `Staff noted: ${noted.text}` }
}

/**
 * Exposed clients come first: senior management approves them whatever the level (FICA, sections 21F and 21G), and a
 * second person that one is no higher risk.
 */
function approvalFor(
  { exposure }: RiskFacts,
  { computed, level, higherRisk }: { computed: RiskLevel; level: RiskLevel; higherRisk: boolean | undefined },
): Rating['approval'] {
  if (exposure === 'foreign' || (exposure !== 'none' && higherRisk === true)) return 'exposed'
  if (level === 'high' || computed === 'high') return 'rating-high'
  if (needsHigherRisk({ exposure }) && higherRisk === false) return 'exposed-lower'
  return compareLevels(level, computed) < 0 ? 'rating-down' : null
}

/** A problem with a judgement, and its field. */
export interface JudgementProblem {
  path: 'higherRisk' | 'byHand.level' | 'screening'
  message: string
}

/** Why a rating cannot be made; null where it can. */
export function judgementProblem(
  facts: RiskFacts,
  { factors, computed }: Rating,
  { higherRisk, byHand }: Judgement,
): JudgementProblem | null {
  if (facts.screening === 'undecided') {
    const message = 'A possible match on a sanctions list has to be decided first.'
    return { path: 'screening', message }
  }
  if (facts.screening === null) {
    const message =
      'The client has not been compared with every sanctions list in use yet. This happens within a minute once a list is in use.'
    return { path: 'screening', message }
  }
  if (needsHigherRisk(facts) && higherRisk === undefined) {
    return { path: 'higherRisk', message: 'Please say whether this relationship is a higher risk' }
  }
  if (needsHigherRisk(facts) && higherRisk?.yes === false && isAlwaysHigherRisk(facts)) {
    return {
      path: 'higherRisk',
      message:
        'A politically exposed person who was never met, or who invests R25 000 000 or more, is a higher risk',
    }
  }
  if (byHand === undefined) return null
  if (byHand.level === computed) {
    return {
      path: 'byHand.level',
      message: `The client is ${riskLevels[computed]} already. Please choose another level`,
    }
  }
  const knockOut = factors.find((one) => one.alwaysHigh)
  if (knockOut === undefined || byHand.level === 'high') return null
  return {
    path: 'byHand.level',
    message: `This client is always High: ${factorLabels[knockOut.factor].toLowerCase()}`,
  }
}

/** In rand. */
const ALWAYS_HIGHER_RISK = 25_000_000

function isAlwaysHigherRisk({ met, firstAmount }: RiskFacts): boolean {
  return isNeverMet(met) || firstAmount >= ALWAYS_HIGHER_RISK
}

/** Staff have to say whether a domestic or prominent person is a higher risk. */
export function needsHigherRisk({ exposure }: Pick<RiskFacts, 'exposure'>): boolean {
  return exposure === 'domestic' || exposure === 'influential'
}

/**
 * Whether the client has to say how their wealth came about because of this rating. Results of screening and staff's
 * notes do not count: what a client is asked for must not tell them of these (FICA, sections 29 and 53).
 */
export function asksForWealth(model: RiskModel, facts: RiskFacts): boolean {
  return rate(model, { ...facts, screening: null }).computed === 'high'
}

/**
 * Whether two ratings rest on the same: a later difference makes the earlier one outdated. Of screening only a confirmed
 * match counts: the gate asks for the rest.
 */
export function haveSameFactors(one: readonly NamedFactor[], other: readonly NamedFactor[]): boolean {
  const names = (factors: readonly NamedFactor[]) => new Set(factors.map(({ factor }) => factor))
  const known = names(one).intersection(names(other))
  // A factor that a release has added counts where it raises something.
  const text = (factors: readonly NamedFactor[]) =>
    JSON.stringify(
      factors
        .filter(({ factor, points, alwaysHigh }) => known.has(factor) || points > 0 || alwaysHigh)
        .map(({ factor, points, alwaysHigh, sentence }) => [
          factor,
          points,
          alwaysHigh,
          factor === 'screening' ? null : sentence,
        ]),
    )
  return text(one) === text(other)
}

/** Days before the refresh on which the client is asked. */
const REFRESH_NOTICE_DAYS = 60

/** The refresh that follows from a level. */
export function refreshOf(level: RiskLevel, { refreshMonths }: ModelContent, ratedOn: string): string {
  return monthsBefore(ratedOn, -refreshMonths[level])
}

/** From when a client is asked for a refresh. */
export function askedFrom(refreshOn: string): string {
  return dayAfter(refreshOn, -REFRESH_NOTICE_DAYS)
}

/** The last day of a refresh for which clients are asked today. */
export function lastAskedRefresh(today: string): string {
  return dayAfter(today, REFRESH_NOTICE_DAYS)
}

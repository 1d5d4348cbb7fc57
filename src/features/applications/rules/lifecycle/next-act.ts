import {
  nextReviewText,
  isOverdue,
  reviewRhythmText,
  type ReviewMonths,
} from '#features/applications/rules/annual-reviews.ts'
import { dayOf, formatWeekday } from '#base/rules/time/dates.ts'
import type { clientStatuses } from './tracker.ts'

/** Facts for the "what happens next" panel. */
export interface NextFacts {
  /** The contact: the wealth manager, or the firm without one. */
  person: string
  /** Promised answer day (yyyy-MM-dd, South Africa); null while unknown. */
  answerBy: string | null
  /** When the next annual review is due, for a client of the firm. */
  reviewAt: Date | null
  annualReview: ReviewMonths
  now: Date
  /** The firm's promise, such as "2–3 business days". */
  reviewedWithin: string
}

/** What happens next, and what the client should do. */
export interface NextAct {
  title: string
  text: string
  /** Whether it is the client's turn: the contact details are shown then. */
  showsContact: boolean
}

/** What happens next at each status, as shown to clients. */
const nextActs = {
  submitted: (facts) => awaitAnswer(facts, `${facts.person} will review your application next.`),
  under_review: (facts) =>
    awaitAnswer(facts, 'If we need anything else, we’ll email you and show it on this page.'),
  approved: ({ person }) => ({
    title: 'We’ll be in touch',
    text: `${person} will arrange the last steps with you. If you would rather not wait, call or email.`,
    showsContact: true,
  }),
  rejected: ({ person }) => ({
    title: 'Talk to us',
    text: `Call or email ${person} to discuss your options, and have your reference ready.`,
    showsContact: true,
  }),
  onboarded: ({ person, reviewAt, annualReview, now }) => {
    const about = `${reviewRhythmText(annualReview)} we review your plans together.`
    if (reviewAt !== null && isOverdue(reviewAt, now)) {
      return {
        title: 'Your annual review is due',
        text: `${about} Call or email ${person} to arrange it.`,
        showsContact: true,
      }
    }
    const when = reviewAt === null ? '' : ` The next one is on ${nextReviewText(reviewAt, now)}.`
    return { title: 'Your annual review', text: `${about}${when}`, showsContact: false }
  },
  cancelled: ({ person }) => ({
    title: 'Was this a mistake?',
    text: `Call or email ${person}. We can reopen your application with everything you gave us.`,
    showsContact: true,
  }),
} as const satisfies Record<keyof typeof clientStatuses, (facts: NextFacts) => NextAct>

/** What happens next to an application, and whose turn it is. */
export function nextActAt(status: keyof typeof clientStatuses, facts: NextFacts): NextAct {
  return nextActs[status](facts)
}

/** A missed deadline is admitted: past days are never shown as upcoming. */
function awaitAnswer({ answerBy, person, now, reviewedWithin }: NextFacts, meanwhile: string): NextAct {
  if (answerBy !== null && answerBy < dayOf(now)) {
    return {
      title: 'We’re running late',
      text: `We promised you an answer by ${formatWeekday(answerBy)}, and we’re sorry. Please call or email ${person} for an update.`,
      showsContact: true,
    }
  }
  const by = answerBy === null ? `within ${reviewedWithin}` : `by ${formatWeekday(answerBy)}`
  return {
    title: 'There’s nothing you need to do',
    text: `You’ll hear from us ${by}. ${meanwhile}`,
    showsContact: false,
  }
}

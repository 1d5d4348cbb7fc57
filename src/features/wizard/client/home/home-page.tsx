import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { Application } from '#features/applications/api/application.ts'
import { nextActAt } from '#features/applications/rules/lifecycle/next-act.ts'
import { reviewPromiseText, type Office } from '#features/brand/rules/office.ts'
import { promisedDay } from '#features/applications/rules/lifecycle/promised-answer.ts'
import { statusTraits } from '#features/access/rules/lifecycle/statuses.ts'
import { headingForClient, messageForClient } from '#features/applications/rules/lifecycle/tracker.ts'
import { dayOf } from '#base/rules/time/dates.ts'
import { useSession } from '#features/access/client/use-session.ts'
import { OpenTasks, useOpenTasks } from '#features/due-diligence/client/pack/open-tasks.tsx'
import { PackLink } from '#features/due-diligence/client/pack/pack-link.tsx'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { WizardLayout } from '#features/brand/client/shell/layouts/wizard-layout.tsx'
import { paths } from '#base/client/paths.ts'
import { CheckIcon } from '#base/client/ui/icons.tsx'
import { PageHeading } from '#base/client/ui/page-heading.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { HomeSections, progressQuery, SuccessSections } from './home-sections.tsx'
import { NextStep } from './next-step.tsx'
import { personOf, type Person } from './person.ts'
import { SentCorrections } from './sent-corrections.tsx'
import type { SubmittedStatus } from './stages.ts'

const packLink = <PackLink />

/** Usually the promised day, so that the page does not move when it arrives; null for one that has passed. */
function usualAnswerBy(
  { submittedAt, answerPromisedBy }: Application,
  now: Date,
  office: Office,
): string | null {
  const day = submittedAt === null ? null : promisedDay(answerPromisedBy, new Date(submittedAt), office)
  return day !== null && day >= dayOf(now) ? day : null
}

type LeadFacts = { isWaitedFor: boolean; isReviewDue: boolean; person: Person }

/** The line below the heading; it never says that all is done while something is asked for below. */
function leadOf(
  { statusReason }: Application,
  status: SubmittedStatus,
  { isWaitedFor, isReviewDue, person }: LeadFacts,
): string {
  if (status === 'submitted' && isWaitedFor) return 'Thank you. Your wealth manager will review it next.'
  if (status === 'onboarded' && (isWaitedFor || isReviewDue)) return `${person.heading} is ${person.name}.`
  return messageForClient(status, statusReason)
}

/**
 * A client's home after submission: status, next step, contact, and documents. Right after submitting it is the success
 * page (specification section 2, step 9; decisions, "After submission").
 *
 * @param justSubmitted the last step has no header; the home of later visits has (decisions, "Last step without header")
 */
export function HomePage({
  application,
  status,
  justSubmitted,
}: {
  application: Application
  status: SubmittedStatus
  justSubmitted: boolean
}) {
  const branding = useBranding()
  const { signOut } = useSession()
  const openTasks = useOpenTasks()
  const { data: progress = null } = useQuery(progressQuery)
  // The steps are no longer available: their addresses redirect here.
  useEffect(() => navigate(paths.home, { replace: true }), [])
  const { reference, statusReason, nextReviewAt } = application
  const sent = progress?.sentCorrections ?? null
  const person = personOf(application, branding)
  const act = nextActAt(status, {
    person: person.name,
    answerBy: progress === null ? usualAnswerBy(application, new Date(), branding.office) : progress.answerBy,
    reviewAt: nextReviewAt === null ? null : new Date(nextReviewAt),
    now: new Date(),
    reviewedWithin: reviewPromiseText(branding.office),
    annualReview: branding.office.annualReview,
  })
  return (
    <WizardLayout
      header={!justSubmitted}
      menuLink={packLink}
      onSignOut={() => signOut.mutate()}
      signingOut={signOut.isPending}
    >
      {status === 'under_review' || statusTraits[status].declined ? null : (
        <CheckIcon className="mb-4 size-12 text-success" />
      )}
      <PageHeading
        title={headingForClient(status, branding.firmName)}
        lead={leadOf(application, status, {
          isWaitedFor: openTasks.length > 0,
          isReviewDue: act.showsContact,
          person,
        })}
      />
      {statusReason === null ? null : (
        <Section title="Why" className="mb-8">
          <p className="max-w-prose text-pretty whitespace-pre-line wrap-anywhere">{statusReason}</p>
        </Section>
      )}
      <OpenTasks isOnboarded={status === 'onboarded'} />
      {openTasks.length > 0 && !act.showsContact ? null : <NextStep {...{ act, person, reference }} />}
      {sent === null ? null : <SentCorrections sent={sent} person={person.name} />}
      {justSubmitted ? (
        <SuccessSections {...{ application }} />
      ) : (
        <HomeSections {...{ application, status }} contactAbove={act.showsContact} />
      )}
    </WizardLayout>
  )
}

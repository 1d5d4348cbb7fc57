import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import type { Application } from '#domain/api/application.ts'
import { nextReviewText } from '#domain/annual-reviews/annual-reviews.ts'
import { nextActAt } from '#domain/applications/lifecycle/next-act.ts'
import { statusTraits } from '#domain/applications/lifecycle/statuses.ts'
import { clientStatuses, headingForClient, messageForClient } from '#domain/applications/lifecycle/tracker.ts'
import { formatDateTime } from '#domain/time/dates.ts'
import { useSession } from '#client/features/auth/use-session.ts'
import { OpenTasks, useOpenTasks } from '#client/features/due-diligence/pack/open-tasks.tsx'
import { PackLink } from '#client/features/due-diligence/pack/pack-link.tsx'
import { queryFor } from '#client/shared/lib/query-client.ts'
import { useBranding } from '#client/shared/shell/branding.tsx'
import { WizardLayout } from '#client/shared/shell/layouts/wizard-layout.tsx'
import { paths } from '#client/shared/shell/paths.ts'
import { Badge, type BadgeTone } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { CheckIcon } from '#client/ui/icons.tsx'
import { DefinitionList, type DefinitionRow } from '#client/ui/definition-list.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { Section } from '#client/ui/section.tsx'
import { FirmSupport, Quote, WhatHappensNext } from './after-submitting.tsx'
import { NextStep } from './next-step.tsx'
import { personOf } from './person.ts'
import { YourContact } from './your-contact.tsx'
import type { SubmittedStatus } from './stages.ts'
import { StatusTracker } from './status-tracker.tsx'
import { YourPapers } from './your-papers.tsx'

const tones = {
  submitted: 'info',
  under_review: 'info',
  approved: 'success',
  rejected: 'danger',
  onboarded: 'success',
  cancelled: 'neutral',
} as const satisfies Record<SubmittedStatus, BadgeTone>

const packLink = <PackLink />

/** Fetched with the application, of which it is a part. */
const progressQuery = {
  ...queryFor('GET /api/application/progress'),
  staleTime: 0,
  refetchOnWindowFocus: true,
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
  const openTasks = useOpenTasks()
  const { data: progress = null, isPending } = useQuery(progressQuery)
  // The steps are no longer available: their addresses redirect here.
  useEffect(() => navigate(paths.home, { replace: true }), [])
  const { reference, statusReason, nextReviewAt } = application
  const person = personOf(application, branding)
  const act = nextActAt(status, {
    person: person.name,
    answerBy: progress?.answerBy ?? null,
    reviewAt: nextReviewAt === null ? null : new Date(nextReviewAt),
    now: new Date(),
  })
  return (
    <WizardLayout header={!justSubmitted} menuLink={packLink}>
      {status === 'under_review' || statusTraits[status].declined ? null : (
        <CheckIcon className="mb-4 size-12 text-success" />
      )}
      <PageHeading
        title={headingForClient(status, branding.firmName)}
        lead={
          openTasks.length > 0 && status === 'submitted'
            ? 'Thank you. Your wealth manager will review it next.'
            : messageForClient(status, statusReason)
        }
      />
      <OpenTasks />
      {openTasks.length > 0 && !act.showsContact ? null : <NextStep {...{ act, person, reference }} />}
      <StatusTracker {...{ status, progress }} isReading={isPending} />
      {statusReason === null ? null : (
        <Section title="Why" className="mt-10">
          <p className="max-w-prose text-pretty whitespace-pre-line wrap-anywhere">{statusReason}</p>
        </Section>
      )}
      <YourContact {...{ person, reference }} />
      {statusTraits[status].awaiting ? <WhatHappensNext application={application} /> : null}
      <YourPapers application={application} />
      <Section title="Application details" className="mt-12">
        <DefinitionList rows={factsOf(application, status)} />
      </Section>
      <YourAccount />
      {statusTraits[status].declined ? null : <Quote />}
      <FirmSupport />
      <ReturnToLogin />
    </WizardLayout>
  )
}

function factsOf(
  { id, reference, submittedAt, emailAddress, nextReviewAt }: Application,
  status: SubmittedStatus,
): DefinitionRow[] {
  const submitted: DefinitionRow[] =
    submittedAt === null ? [] : [{ label: 'Submitted', value: formatDateTime(new Date(submittedAt)) }]
  const review: DefinitionRow[] =
    nextReviewAt === null
      ? []
      : [{ label: 'Next annual review', value: nextReviewText(new Date(nextReviewAt), new Date()) }]
  return [
    {
      label: 'Reference',
      value: (
        <span translate="no" className="amounts font-semibold">
          {reference}
        </span>
      ),
      copy: reference,
    },
    { label: 'Application ID', value: id, copy: id },
    ...submitted,
    { label: 'Status', value: <Badge tone={tones[status]}>{clientStatuses[status].label}</Badge> },
    { label: 'Email', value: emailAddress },
    ...review,
  ]
}

function YourAccount() {
  return (
    <Section
      title="Your account"
      className="mt-12"
      description="See where you’re signed in, and download the information we hold about you."
    >
      <p className="-mt-3 flex flex-wrap gap-x-8">
        <Link href={paths.account} className="text-link py-2.5">
          Open your account
        </Link>
        <Link href={paths.changePassword} className="text-link py-2.5">
          Change your password
        </Link>
      </p>
    </Section>
  )
}

/** Signs out, which then shows the sign-in page. */
function ReturnToLogin() {
  const { signOut } = useSession()
  return (
    <Button
      className="mt-12 w-full sm:w-auto"
      pending={signOut.isPending}
      pendingLabel="Signing out..."
      onClick={() => signOut.mutate()}
    >
      Return to Login
    </Button>
  )
}

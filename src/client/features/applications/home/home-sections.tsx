import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Application } from '#domain/api/application.ts'
import { nextReviewText } from '#domain/annual-reviews/annual-reviews.ts'
import { statusTraits } from '#domain/applications/lifecycle/statuses.ts'
import { clientStatuses } from '#domain/applications/lifecycle/tracker.ts'
import { formatDateTime } from '#domain/time/dates.ts'
import { useSession } from '#client/features/auth/use-session.ts'
import { queryFor } from '#client/shared/lib/query-client.ts'
import { useBranding } from '#client/shared/shell/branding.tsx'
import { paths } from '#client/shared/shell/paths.ts'
import { Badge, type BadgeTone } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { DefinitionList, type DefinitionRow } from '#client/ui/definition-list.tsx'
import { Section } from '#client/ui/section.tsx'
import { AddOrCorrect } from './add-or-correct.tsx'
import { FirmSupport, Quote, WhatHappensNext } from './after-submitting.tsx'
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

/** Fetched with the application, of which it is a part. */
export const progressQuery = {
  ...queryFor('GET /api/application/progress'),
  staleTime: 0,
  refetchOnWindowFocus: true,
}

/** What a client's home always shows, also below a correction request. */
export function HomeSections({ application, status }: { application: Application; status: SubmittedStatus }) {
  const branding = useBranding()
  const { data: progress = null, isPending } = useQuery(progressQuery)
  const { reference, statusReason, correctionRound } = application
  const person = personOf(application, branding)
  return (
    <>
      <StatusTracker {...{ status, progress }} isReading={isPending} />
      {statusReason === null ? null : (
        <Section title="Why" className="mt-10">
          <p className="max-w-prose text-pretty whitespace-pre-line wrap-anywhere">{statusReason}</p>
        </Section>
      )}
      <YourContact {...{ person, reference }} />
      {statusTraits[status].awaiting && correctionRound === null ? (
        <WhatHappensNext application={application} />
      ) : null}
      <YourPapers application={application} />
      {statusTraits[status].correctable && correctionRound === null ? (
        <AddOrCorrect application={application} />
      ) : null}
      <Section title="Application details" className="mt-12">
        <DefinitionList rows={factsOf(application, status)} />
      </Section>
      <YourAccount />
      {statusTraits[status].declined || correctionRound !== null ? null : <Quote />}
      <FirmSupport />
      <ReturnToLogin />
    </>
  )
}

function factsOf(
  { id, submittedAt, emailAddress, nextReviewAt }: Application,
  status: SubmittedStatus,
): DefinitionRow[] {
  const submitted: DefinitionRow[] =
    submittedAt === null ? [] : [{ label: 'Submitted', value: formatDateTime(new Date(submittedAt)) }]
  const review: DefinitionRow[] =
    nextReviewAt === null
      ? []
      : [{ label: 'Next annual review', value: nextReviewText(new Date(nextReviewAt), new Date()) }]
  return [
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

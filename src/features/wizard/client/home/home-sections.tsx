import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Application, Progress } from '#features/applications/api/application.ts'
import { nextReviewText } from '#features/applications/rules/annual-reviews.ts'
import { statusTraits } from '#features/access/rules/lifecycle/statuses.ts'
import { clientStatuses } from '#features/applications/rules/lifecycle/tracker.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { useSession } from '#features/access/client/use-session.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { paths } from '#base/client/paths.ts'
import { Badge, type BadgeTone } from '#base/client/ui/badge.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { DefinitionList, type DefinitionRow } from '#base/client/ui/definition-list.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { AddOrCorrect } from './add-or-correct.tsx'
import { FirmSupport, Quote, useSupportRows, WhatHappensNext } from './after-submitting.tsx'
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
export function HomeSections({
  application,
  status,
  contactAbove = false,
}: {
  application: Application
  status: SubmittedStatus
  /** The buttons to call and to email are already shown. */
  contactAbove?: boolean
}) {
  const branding = useBranding()
  const { data: progress = null, isPending } = useQuery(progressQuery)
  const { reference, correctionRound } = application
  const person = personOf(application, branding)
  // Later the tracker and the panel on top say what is next.
  const isNew = status === 'submitted' && correctionRound === null
  return (
    <>
      <StatusTracker {...{ status, progress }} isReading={isPending} />
      <YourContact {...{ person, reference }} hasButtons={!contactAbove} />
      {isNew ? <WhatHappensNext application={application} /> : null}
      <YourPapers application={application} />
      {statusTraits[status].correctable && correctionRound === null && !isBeingChecked(progress) ? (
        <AddOrCorrect application={application} />
      ) : null}
      <Section title="Application details" className="mt-8">
        <DefinitionList compact="always" rows={factsOf(application, status)} />
      </Section>
      <div className="grid gap-x-12 md:grid-cols-2">
        <YourAccount />
        <FirmSupport />
      </div>
      {isNew ? <Quote /> : null}
      <ReturnToLogin />
    </>
  )
}

/** The success page: what happens next, the way out, and then every other fact (specification section 2, step 9). */
export function SuccessSections({ application }: { application: Application }) {
  const support = useSupportRows()
  const reference = { label: 'Your reference', value: application.reference, copy: application.reference }
  return (
    <>
      <WhatHappensNext application={application} />
      <ReturnToLogin />
      <Section title="Application details" className="mt-8">
        <DefinitionList
          compact="always"
          rows={[...factsOf(application, 'submitted'), reference, ...support]}
        />
      </Section>
      <Quote />
    </>
  )
}

/** Nothing can be added until staff have checked what was sent last. */
const isBeingChecked = (progress: Progress | null) => progress?.sentCorrections?.acceptedAt === null

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
      className="mt-8"
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
      tone="secondary"
      className="mt-10 w-full sm:w-auto"
      pending={signOut.isPending}
      pendingLabel="Signing out..."
      onClick={() => signOut.mutate()}
    >
      Return to Login
    </Button>
  )
}

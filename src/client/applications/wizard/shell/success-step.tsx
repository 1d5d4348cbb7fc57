import { useEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { Application } from '#domain/api/application.ts'
import { nextReviewText } from '#domain/annual-reviews/annual-reviews.ts'
import { REVIEWED_WITHIN } from '#domain/applications/lifecycle/promised-answer.ts'
import { clientStatuses, messageForClient } from '#domain/applications/lifecycle/tracker.ts'
import { formatDateTime } from '#domain/time/dates.ts'
import { useBranding } from '#client/shell/branding.tsx'
import { WizardLayout } from '#client/shell/layouts/wizard-layout.tsx'
import { paths, supportMail } from '#client/shell/paths.ts'
import { useSession } from '#client/auth/use-session.ts'
import { Badge, type BadgeTone } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { CheckSign } from '#client/ui/icons.tsx'
import { DefinitionList } from '#client/ui/definition-list.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { Section } from '#client/ui/section.tsx'
import { StatusTracker, type SubmittedStatus } from './status-tracker.tsx'

const tones = {
  submitted: 'info',
  under_review: 'info',
  approved: 'success',
  rejected: 'danger',
  onboarded: 'success',
  cancelled: 'neutral',
} as const satisfies Record<SubmittedStatus, BadgeTone>

/** Where the answer is still awaited, what happens next is told. */
const awaiting: ReadonlySet<SubmittedStatus> = new Set(['submitted', 'under_review'])
/** Whoever was turned away wants no good advice on saving. */
const declined: ReadonlySet<SubmittedStatus> = new Set(['rejected', 'cancelled'])

/**
 * What becomes of a submitted application: the success page, and for later statuses the same page as a tracker
 * (specification section 2, step 9; decisions, "After submission").
 */
export function SuccessStep({ application, status }: { application: Application; status: SubmittedStatus }) {
  const { heading, label } = clientStatuses[status]
  // The steps are behind: their addresses lead here.
  useEffect(() => navigate(paths.home, { replace: true }), [])
  return (
    <WizardLayout header={false}>
      {declined.has(status) ? null : <CheckSign className="mb-4 size-12 text-success" />}
      <PageHeading title={heading} lead={messageForClient(status, application.statusReason)} />
      <StatusTracker status={status} />
      {application.statusReason === null ? null : (
        <Section title="The reason we were given">
          <p className="max-w-prose text-pretty whitespace-pre-line wrap-anywhere">
            {application.statusReason}
          </p>
        </Section>
      )}
      <DefinitionList
        className="mt-10"
        rows={[
          { label: 'Application ID', value: application.id, copy: application.id },
          ...(application.submittedAt === null
            ? []
            : [{ label: 'Submitted', value: formatDateTime(new Date(application.submittedAt)) }]),
          { label: 'Status', value: <Badge tone={tones[status]}>{label}</Badge> },
          { label: 'Email', value: application.emailAddress },
          ...(application.nextReviewAt === null
            ? []
            : [
                {
                  label: 'Next annual review',
                  value: nextReviewText(new Date(application.nextReviewAt), new Date()),
                },
              ]),
        ]}
      />
      {awaiting.has(status) ? <WhatHappensNext application={application} /> : null}
      {declined.has(status) ? null : <Quote />}
      <Support />
      <ReturnToLogin />
    </WizardLayout>
  )
}

function WhatHappensNext({ application: { emailAddress, wealthManagerName } }: { application: Application }) {
  const events = [
    { what: 'Review', how: `We review your application within ${REVIEWED_WITHIN}.` },
    { what: 'Email confirmation', how: `You receive an email confirmation at ${emailAddress}.` },
    {
      what: 'Wealth manager assigned',
      how: wealthManagerName
        ? `${wealthManagerName} is your wealth manager.`
        : 'A wealth manager is assigned to you.',
    },
    { what: 'Consultation scheduled', how: 'Your first consultation is scheduled with you.' },
  ]
  return (
    <Section title="What Happens Next" className="mt-12">
      <ol className="grid gap-5">
        {events.map(({ what, how }, index) => (
          <li key={what} className="grid grid-cols-[2rem_1fr] gap-x-3">
            <span aria-hidden="true" className="amounts font-serif text-xl text-brass">
              {index + 1}
            </span>
            <div>
              <p className="font-semibold">{what}</p>
              <p className="text-ink-soft text-pretty">{how}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function Quote() {
  return (
    <figure className="mt-12 border-l-2 border-brass-line pl-6">
      <blockquote className="font-serif text-xl text-balance">
        “Beware of little expenses; a small leak will sink a great ship.”
      </blockquote>
      <figcaption className="mt-2 text-sm text-ink-soft">Benjamin Franklin</figcaption>
    </figure>
  )
}

function Support() {
  const { supportEmail, supportPhone, firmName } = useBranding()
  return (
    <Section title="Questions?" className="mt-12" description="We are happy to help.">
      <DefinitionList
        rows={[
          {
            label: 'Email',
            value: (
              <a className="text-link" href={supportMail(supportEmail, `My application: ${firmName}`)}>
                {supportEmail}
              </a>
            ),
          },
          {
            label: 'Phone',
            value: (
              <a className="text-link" href={`tel:${supportPhone.replaceAll(' ', '')}`}>
                {supportPhone}
              </a>
            ),
          },
          { label: 'Support hours', value: 'Monday to Friday, 08:00–17:00 SAST' },
        ]}
      />
    </Section>
  )
}

/** Signs out first; the way to the sign-in page follows from that. */
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

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, Redirect, useSearchParams } from 'wouter'
import type { FirmSettingsState } from '#features/firm/api.ts'
import { fieldsOf, firmSections, type FirmSection } from '#features/brand/rules/sections.ts'
import { StaffLayout } from '#features/brand/client/shell/staff-layout.tsx'
import { useSession } from '#features/access/client/use-session.ts'
import { call, detailOf } from '#base/client/lib/api.ts'
import { paths } from '#base/client/paths.ts'
import { Button } from '#base/client/ui/button.tsx'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { PageHeading } from '#base/client/ui/page-heading.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { TableSkeleton } from '#base/client/ui/skeleton.tsx'
import { StepIndicator } from '#base/client/ui/step-indicator.tsx'
import { SectionBody } from './section-body.tsx'
import { firmQuery } from './use-firm.ts'

interface SetupStep {
  id: string
  title: string
  sections: readonly FirmSection[]
}

const steps: readonly SetupStep[] = [
  { id: 'firm', title: 'Firm', sections: ['identity'] },
  { id: 'contacts', title: 'Contacts', sections: ['contacts'] },
  { id: 'links', title: 'Terms and privacy', sections: ['links'] },
  { id: 'appearance', title: 'Logo and colours', sections: ['logo', 'colours'] },
  { id: 'email', title: 'Email', sections: ['mail'] },
  { id: 'security', title: 'Security', sections: ['signIn'] },
  { id: 'finish', title: 'Finish', sections: [] },
]

/** Leads the first system administrator through what the firm needs before anyone is invited. */
export function SetupPage() {
  const { user } = useSession()
  const firm = useQuery({ ...firmQuery, staleTime: 0 })
  if (!user) return null
  return (
    <StaffLayout role={user.role}>
      <PageHeading
        eyebrow="System administrator"
        title="Set up your firm"
        lead="About ten minutes. Every step is saved, so you can stop and continue later."
      />
      {firm.isError ? (
        <LoadFailure onRetry={() => void firm.refetch()}>{detailOf(firm.error)}</LoadFailure>
      ) : firm.data === undefined ? (
        <TableSkeleton label="Loading the setup..." />
      ) : (
        <Steps firm={firm.data} />
      )}
    </StaffLayout>
  )
}

function Steps({ firm }: { firm: FirmSettingsState }) {
  const [params, setParams] = useSearchParams()
  const current = Math.max(
    0,
    steps.findIndex(({ id }) => id === params.get('step')),
  )
  const step = steps[current]
  if (step === undefined) return null
  const open = (id: string) => {
    setParams({ step: id })
    scrollTo({ top: 0 })
  }
  const next = steps[current + 1]
  const onNext = () => next && open(next.id)
  const isMissing = (one: SetupStep) =>
    firm.setup.missing.some(({ section }) => one.sections.includes(section))
  return (
    <>
      <StepIndicator
        label="Setup progress"
        steps={steps.map((one, index) => ({
          ...one,
          isDone: index < current && !isMissing(one),
          isOpen: true,
        }))}
        current={current}
        percent={Math.round((100 * current) / (steps.length - 1))}
        onOpen={open}
      />
      <div className="mt-10 grid gap-12">
        {step.sections.map((id, index) => {
          const section = firm.sections.find((one) => one.id === id)
          if (section === undefined) return null
          const { title, description } = firmSections[id]
          const isLast = index === step.sections.length - 1
          return (
            <Section key={id} {...{ title, description }}>
              {id === 'signIn' ? <SecondFactorAdvice /> : null}
              {id === 'mail' ? <TestMail /> : null}
              <SectionBody
                {...{ section }}
                {...(isLast && { submitLabel: 'Save and continue', onSaved: onNext })}
              />
            </Section>
          )
        })}
        {next === undefined ? (
          <Finish firm={firm} onOpen={open} />
        ) : (
          <div className="flex flex-wrap gap-x-6">
            <Button tone="quiet" className="-ml-6" onClick={onNext}>
              Continue without saving
            </Button>
            <Link href={`${paths.systemAdmin}?tab=users`} className="text-link py-3">
              Finish later
            </Link>
          </div>
        )}
      </div>
    </>
  )
}

/** Proves that the mail server works, before the first invitation depends on it. */
function TestMail() {
  const { user } = useSession()
  const [pending, setPending] = useState(false)
  const [sent, setSent] = useState<string | null>(null)
  const send = async () => {
    setPending(true)
    try {
      const body = { mail: 'application-submitted', subject: '', opening: '', closing: '' } as const
      await call('POST /api/firm/test-mails', { body })
      setSent(
        `We’ve sent an example to ${user?.username ?? 'you'}. Check that it arrives before you continue.`,
      )
    } catch (error) {
      setSent(detailOf(error))
    } finally {
      setPending(false)
    }
  }
  return (
    <div className="mb-6 grid max-w-narrow gap-3">
      <p className="text-pretty">
        Invitations and passwords are sent by email. Send yourself an example after each change, to see that
        emails arrive and how they look.
      </p>
      <div>
        <Button tone="secondary" {...{ pending }} pendingLabel="Sending..." onClick={() => void send()}>
          Send a test email to me
        </Button>
      </div>
      <p role="status" className="wrap-anywhere text-ink-soft">
        {sent}
      </p>
    </div>
  )
}

function SecondFactorAdvice() {
  return (
    <p className="mb-6 max-w-narrow text-pretty">
      <span>We recommend an authenticator app for all staff. </span>
      <Link href={paths.account} className="text-link">
        Set up your own under Account
      </Link>
      <span> first, then require it here.</span>
    </p>
  )
}

function Finish({ firm, onOpen }: { firm: FirmSettingsState; onOpen: (step: string) => void }) {
  const client = useQueryClient()
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [done, setDone] = useState(false)
  const { missing, pending: notComplete } = firm.setup
  const complete = async () => {
    setPending(true)
    setProblem(null)
    try {
      client.setQueryData(firmQuery.queryKey, await call('POST /api/firm/setup/complete'))
      setDone(true)
    } catch (error) {
      setProblem(detailOf(error))
    } finally {
      setPending(false)
    }
  }
  if (done) return <Redirect to={`${paths.systemAdmin}?tab=users`} replace />
  return (
    <Section
      title="Finish"
      description="Once setup is complete you can add your first administrator and wealth manager, who invite your clients."
    >
      <div className="grid max-w-narrow gap-6">
        {problem === null ? null : (
          <Notice tone="danger" live="alert">
            {problem}
          </Notice>
        )}
        {missing.length > 0 ? (
          <Notice tone="warning" title="Still needed before anyone can be invited">
            <ul>
              {missing.map(({ section, field, label }) => (
                <li key={field}>
                  <button
                    type="button"
                    className="text-link py-1.5"
                    onClick={() =>
                      onOpen(steps.find(({ sections }) => sections.includes(section))?.id ?? 'firm')
                    }
                  >
                    {fieldsOf(section)[field]?.label ?? label}
                  </button>
                </li>
              ))}
            </ul>
          </Notice>
        ) : null}
        {missing.length === 0 && !notComplete ? <Notice tone="success">Setup is complete.</Notice> : null}
        <div>
          <Button
            disabled={missing.length > 0}
            {...{ pending }}
            pendingLabel="Completing..."
            onClick={() => void complete()}
          >
            Complete setup
          </Button>
        </div>
      </div>
    </Section>
  )
}

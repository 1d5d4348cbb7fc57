import { useQuery } from '@tanstack/react-query'
import type { RiskModels } from '#features/due-diligence/api/risk-rating.ts'
import { modelStates } from '#features/due-diligence/rules/rating/model.ts'
import type { DryRun } from '#features/due-diligence/rules/rating/rate.ts'
import { formatDate } from '#base/rules/time/dates.ts'
import { useMay } from '#features/access/client/use-may.tsx'
import { useSession } from '#features/access/client/use-session.ts'
import { StaffLayout } from '#features/brand/client/shell/staff-layout.tsx'
import { detailOf } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { NotFoundPage } from '#features/brand/client/shell/not-found-page.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { PageHeading } from '#base/client/ui/page-heading.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { DryRunNotice } from './dry-run-notice.tsx'
import { ModelForm } from './model-form.tsx'
import { changesBetween } from './model-texts.ts'
import { usePutInForce } from './use-models.ts'

type Model = RiskModels['models'][number]

/** The firm's risk model: what is in force, what is proposed, and the editor. */
export function RiskModelPage() {
  const { user } = useSession()
  const { ficaPack } = useBranding()
  const { data } = useQuery({ ...queryFor('GET /api/admin/risk-models'), enabled: ficaPack, staleTime: 0 })
  if (!user) return null
  if (!ficaPack) return <NotFoundPage />
  return (
    <StaffLayout role={user.role}>
      <PageHeading
        eyebrow="Admin"
        title="Risk model"
        lead="The points, limits and lists by which clients are rated. One admin proposes a version, and a senior manager puts it in force. It rates no client again: the next rating of each client uses it."
      />
      {data === undefined ? <p>Loading the model...</p> : <Models data={data} />}
    </StaffLayout>
  )
}

function Models({ data: { models, dryRun } }: { data: RiskModels }) {
  const may = useMay('risk-models.edit')
  const inForce = models.find(({ state }) => state === 'in-force')
  const proposed = models.find(({ state }) => state === 'proposed')
  if (inForce === undefined) return null
  return (
    <>
      {proposed === undefined || dryRun === null ? null : (
        <Proposed proposed={proposed} inForce={inForce} dryRun={dryRun} />
      )}
      <Section title={`Version ${inForce.version}, in force`} description={historyOf(inForce)}>
        {may ? <ModelForm key={inForce.version} inForce={inForce} /> : null}
      </Section>
      <Section title="Versions" className="mt-10">
        <ul className="grid">
          {models.map((model) => (
            <li key={model.version} className="border-b border-hairline py-2">
              <span className="font-semibold">{`Version ${model.version}: ${modelStates[model.state].toLowerCase()}`}</span>
              <span className="block text-sm text-ink-soft">{historyOf(model)}</span>
            </li>
          ))}
        </ul>
      </Section>
    </>
  )
}

function historyOf({ proposedByName, proposedAt, approvedByName, inForceAt }: Model): string {
  if (proposedByName === null || proposedAt === null) return 'Shipped with the application.'
  const proposed = `Proposed by ${proposedByName} on ${formatDate(new Date(proposedAt))}.`
  if (approvedByName === null || inForceAt === null) return proposed
  return `${proposed} Put in force by ${approvedByName} on ${formatDate(new Date(inForceAt))}.`
}

function Proposed({ proposed, inForce, dryRun }: { proposed: Model; inForce: Model; dryRun: DryRun }) {
  const may = useMay('risk-models.edit')
  const put = usePutInForce()
  return (
    <Section
      title={`Version ${proposed.version}, proposed`}
      description={historyOf(proposed)}
      className="mb-10"
    >
      <ul aria-label="Changes" className="list-disc pl-5">
        {changesBetween(inForce.content, proposed.content).map((change) => (
          <li key={change} className="wrap-anywhere">
            {change}
          </li>
        ))}
      </ul>
      <DryRunNotice dryRun={dryRun} />
      {put.error === null ? null : (
        <Notice tone="danger" live="alert" className="mt-3">
          {detailOf(put.error)}
        </Notice>
      )}
      {proposed.own || !may ? (
        <p className="mt-3 text-sm text-ink-soft">
          {proposed.own ? 'You proposed this version, so someone else has to put it in force.' : null}
        </p>
      ) : (
        <Button
          className="mt-4"
          pending={put.isPending}
          pendingLabel="Putting in force..."
          onClick={() => put.mutate(proposed.version)}
        >
          Put in force
        </Button>
      )}
    </Section>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { SsoProviderView, SsoTest } from '#features/sso/api.ts'
import type { AnswerOf } from '#base/rules/api/contract.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { roleLabels } from '#features/access/rules/roles.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { Badge } from '#base/client/ui/badge.tsx'
import { DefinitionList } from '#base/client/ui/definition-list.tsx'
import { LinkButton } from '#base/client/ui/link-button.tsx'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { TableSkeleton } from '#base/client/ui/skeleton.tsx'

const ssoQuery = queryFor('GET /api/system-admin/sso')
/** Within this difference, clocks count as equal. */
const CLOCKS_EQUAL_MS = 5000

/** The providers of single sign-on: whether they work, what a test showed, and recent rejections. */
export function SsoTab() {
  const sso = useQuery({ ...ssoQuery, staleTime: 0 })
  if (sso.isPending) return <TableSkeleton label="Asking the providers..." />
  if (sso.data === undefined) {
    return (
      <LoadFailure title="Single sign-on couldn’t be loaded" onRetry={() => void sso.refetch()}>
        {detailOf(sso.error)}
      </LoadFailure>
    )
  }
  const { providers, ssoOnly, rejections, test } = sso.data
  if (providers.length === 0) {
    return (
      <>
        <h2 className="sr-only">Single sign-on</h2>
        <Notice title="Single sign-on is not set up">
          Staff sign in with their passwords. The documentation (docs/single-sign-on.md) says how to add
          Microsoft Entra ID, Google Workspace, Okta, Keycloak or another provider.
        </Notice>
      </>
    )
  }
  return (
    <div className="flush-first flex flex-col gap-12">
      <h2 className="sr-only">Single sign-on</h2>
      <SsoOnlyNotice {...ssoOnly} />
      {test === null ? null : <TestResult test={test} />}
      {providers.map((provider) => (
        <ProviderSection key={provider.name} provider={provider} />
      ))}
      <Rejections rejections={rejections} />
    </div>
  )
}

function SsoOnlyNotice({ state, why }: AnswerOf<'GET /api/system-admin/sso'>['ssoOnly']) {
  if (state === 'off') return null
  return state === 'in-force' ? (
    <Notice title="Staff sign in here alone">
      Passwords of staff no longer sign in, except those of the break-glass accounts.
    </Notice>
  ) : (
    <Notice tone="warning" title="Single sign-on alone is not in force yet">
      {why}
    </Notice>
  )
}

function TestResult({ test: { provider, at, claims, findings } }: { test: SsoTest }) {
  return (
    <Section
      level={3}
      title={`Test: ${provider}`}
      description={`What the provider sent on ${formatDateTime(new Date(at))}, and what would follow. No one was signed in.`}
    >
      <ul className="mb-6 grid gap-3">
        {findings.map(({ text, good }) => (
          <li key={text} className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <Badge tone={good ? 'success' : 'warning'}>{good ? 'Works' : 'Check'}</Badge>
            <span className="min-w-0 text-pretty">{text}</span>
          </li>
        ))}
      </ul>
      <DefinitionList rows={claims.map(({ name, value }) => ({ label: name, value }))} />
    </Section>
  )
}

function ProviderSection({ provider }: { provider: SsoProviderView }) {
  const { name, label, reachable, notes, clockDifferenceMs } = provider
  const clock = Math.abs(clockDifferenceMs ?? 0) > CLOCKS_EQUAL_MS
  return (
    <Section
      level={3}
      title={label}
      action={
        <LinkButton href={`/api/system-admin/sso/${name}/test`} external size="small">
          Test Sign-In
        </LinkButton>
      }
    >
      <p className="mb-4">
        <Badge tone={reachable ? 'success' : 'danger'}>{reachable ? 'Reachable' : 'Not reachable'}</Badge>
      </p>
      {notes.map((note) => (
        <Notice key={note} tone="warning" className="mb-4">
          {note}
        </Notice>
      ))}
      <DefinitionList
        rows={[
          { label: 'Issuer', value: provider.issuer },
          { label: 'Redirect URI to register', value: provider.redirectUri },
          { label: 'Back-channel logout URI', value: provider.logoutUri },
          { label: 'Email domains', value: provider.domains.join(', ') || 'None' },
          { label: 'Second factor', value: provider.secondFactor },
          { label: 'Roles', value: rolesText(provider) },
          { label: 'Linked accounts', value: String(provider.linked) },
          {
            label: 'Clock',
            value:
              clockDifferenceMs === null
                ? 'Unknown'
                : clock
                  ? `Differs from ours by ${Math.round(clockDifferenceMs / 1000)} s`
                  : 'As ours',
          },
        ]}
      />
    </Section>
  )
}

function rolesText({ roleClaim, roles }: SsoProviderView): string {
  if (roleClaim === null) return 'Set here'
  return `${roleClaim}: ${roles.map(({ role, name }) => `${name} = ${roleLabels[role]}`).join('; ')}`
}

type Rejection = AnswerOf<'GET /api/system-admin/sso'>['rejections'][number]

function Rejections({ rejections }: { rejections: readonly Rejection[] }) {
  return (
    <Section
      level={3}
      title="Recent sign-ins that failed"
      description="The last 20. The audit log has all of them."
    >
      {rejections.length === 0 ? <p className="text-ink-soft">There are none.</p> : null}
      <ul>
        {rejections.map(({ at, provider, text, address }) => (
          <li key={at} className="border-b border-hairline py-3 last:border-b-0">
            <p className="text-pretty">{text}</p>
            <p className="text-sm text-ink-soft">
              {`${formatDateTime(new Date(at))}, ${provider}${address === null ? '' : `, from ${address}`}`}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

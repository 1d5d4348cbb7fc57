import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RiskModels } from '#features/due-diligence/api/risk-rating.ts'
import { useMay } from '#features/access/client/use-may.tsx'
import { useSession } from '#features/access/client/use-session.ts'
import { StaffLayout } from '#features/brand/client/shell/staff-layout.tsx'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { NotFoundPage } from '#features/brand/client/shell/not-found-page.tsx'
import { errorItemsOf } from '#features/due-diligence/client/pack/use-field-errors.ts'
import { dayOf, formatDay } from '#base/rules/time/dates.ts'
import { call, detailOf } from '#base/client/lib/api.ts'
import { callIdempotent } from '#base/client/lib/call-idempotent.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { Button } from '#base/client/ui/button.tsx'
import { ErrorSummary } from '#base/client/ui/error-summary.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { TextArea } from '#base/client/ui/text-area.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'
import { TitleBar } from '#base/client/ui/title-bar.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import { changesBetween, modelFields, modelOf, modelPaths, textsOf, type ModelPath } from './model-texts.ts'

const models = queryFor('GET /api/admin/risk-models')

/** The countries, trades and limits of the firm's risk model. Its points are in the file of `firm:export`. */
export function RiskModelPage() {
  const { user } = useSession()
  const { ficaPack } = useBranding()
  const mayEdit = useMay('risk-models.edit')
  const { data } = useQuery({ ...models, enabled: ficaPack, staleTime: 0 })
  if (!user) return null
  if (!ficaPack) return <NotFoundPage />
  return (
    <StaffLayout role={user.role} firm>
      <TitleBar title="Risk rating" />
      {data === undefined ? (
        <p>Loading the model...</p>
      ) : (
        <>
          <Compared models={data} />
          <Proposed models={data} />
          <fieldset disabled={!mayEdit}>
            <ModelForm key={data.inForce.version} inForce={data.inForce} />
          </fieldset>
        </>
      )}
    </StaffLayout>
  )
}

/** When the countries in use were compared with the published lists; recorded with one press. */
function Compared({ models: { compared } }: { models: RiskModels }) {
  const mayEdit = useMay('risk-models.edit')
  const client = useQueryClient()
  const confirm = useMutation({
    mutationFn: () =>
      call('PUT /api/admin/risk-models/countries-compared', {
        body: { comparedOn: dayOf(new Date()) },
      }),
    onSuccess: (answer) => {
      client.setQueryData(models.queryKey, answer)
      toast({ title: 'Recorded', description: 'The countries in use are those of today’s published lists.' })
    },
  })
  return (
    <Notice
      tone={compared === null || compared.tooOld ? 'warning' : 'info'}
      className="mb-8 max-w-3xl"
      action={
        mayEdit ? (
          <Button
            size="small"
            tone="secondary"
            pending={confirm.isPending}
            pendingLabel="Recording..."
            onClick={() => confirm.mutate()}
          >
            Compared today, and the same
          </Button>
        ) : null
      }
    >
      <p>
        {compared === null
          ? 'No one has compared the countries in use with the lists of the Financial Action Task Force.'
          : `${compared.byName} compared the countries in use with the lists of the Financial Action Task Force on ${formatDay(compared.on)}${compared.tooOld ? ', too long ago' : ''}.`}
      </p>
      {confirm.error === null ? null : <p role="alert">{detailOf(confirm.error)}</p>}
    </Notice>
  )
}

function Proposed({ models: { inForce, proposed } }: { models: RiskModels }) {
  const mayEdit = useMay('risk-models.edit')
  const client = useQueryClient()
  const start = useMutation({
    mutationFn: (version: number) =>
      call('POST /api/admin/risk-models/{version}/in-force', { params: { version } }),
    onSuccess: (answer) => {
      client.setQueryData(models.queryKey, answer)
      toast({ title: 'In use', description: 'Each client’s next rating uses it.' })
    },
    onError: () => client.invalidateQueries({ queryKey: models.queryKey }),
  })
  if (proposed === null) return null
  const { version, proposedByName, own, changed } = proposed
  return (
    <Section title="Proposed changes" description={`Proposed by ${proposedByName}.`} className="mb-10">
      <ul aria-label="Changes" className="list-disc pl-5">
        {changesBetween(textsOf(inForce.content), textsOf(proposed.content)).map((change) => (
          <li key={change} className="wrap-anywhere">
            {change}
          </li>
        ))}
      </ul>
      <p className="mt-3">{changed === 1 ? '1 client would change.' : `${changed} clients would change.`}</p>
      {start.error === null ? null : (
        <Notice tone="danger" live="alert" className="mt-3">
          {detailOf(start.error)}
        </Notice>
      )}
      {own ? (
        <p className="mt-3 text-sm text-ink-soft">Someone else has to start using your proposal.</p>
      ) : null}
      {own || !mayEdit ? null : (
        <Button
          className="mt-4"
          pending={start.isPending}
          pendingLabel="Starting..."
          onClick={() => start.mutate(version)}
        >
          Start using
        </Button>
      )}
    </Section>
  )
}

function ModelForm({ inForce: { version, content } }: { inForce: RiskModels['inForce'] }) {
  const [texts, setTexts] = useState(() => textsOf(content))
  const [attempt, setAttempt] = useState(0)
  const client = useQueryClient()
  const propose = useMutation({
    mutationFn: () =>
      callIdempotent('POST /api/admin/risk-models', {
        body: { content: modelOf(texts), expectedModel: version },
      }),
    onSuccess: (answer) => {
      client.setQueryData(models.queryKey, answer)
      toast({ title: 'Proposed', description: 'A senior manager can start using it.' })
    },
  })
  const items = errorItemsOf(propose.error).map(({ fieldId, message }) => ({
    fieldId: fieldAt(fieldId.replace(/^content\./u, '')),
    message,
  }))
  const fieldOf = (path: ModelPath) => ({
    label: modelFields[path].label,
    name: path,
    value: texts[path],
    error: items.find(({ fieldId }) => fieldId === path)?.message,
    onChange: ({ target }: { target: { value: string } }) => {
      setTexts({ ...texts, [path]: target.value })
      propose.reset()
    },
  })
  return (
    <form
      noValidate
      className="grid max-w-3xl gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        setAttempt(attempt + 1)
        propose.mutate()
      }}
    >
      <ErrorSummary errors={items} attempt={items.length === 0 ? 0 : attempt} />
      {propose.error === null || items.length > 0 ? null : (
        <Notice tone="danger" live="alert">
          {detailOf(propose.error)}
        </Notice>
      )}
      <TextArea
        {...fieldOf('highCountries')}
        hint="One a line, with the day or month of the list: Iran, 2026-06"
      />
      <TextArea
        {...fieldOf('raisedCountries')}
        hint="One a line, with the day or month of the list: Kenya, 2026-06"
      />
      <TextArea
        {...fieldOf('riskyTrades')}
        hint="One a line: whole words of an occupation or industry, in any order"
      />
      <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {modelPaths
          .filter((path) => !modelFields[path].lines)
          .map((path) => (
            <TextInput key={path} width="short" inputMode="numeric" {...fieldOf(path)} />
          ))}
      </div>
      <Button
        type="submit"
        className="justify-self-start"
        pending={propose.isPending}
        pendingLabel="Proposing..."
      >
        Propose
      </Button>
    </form>
  )
}

/** The field that an error is about: a list for one of its entries, the first field of a group. */
function fieldAt(path: string): string {
  const isWithin = (field: string) => path.startsWith(field) || field.startsWith(path)
  return modelPaths.find(isWithin) ?? path
}

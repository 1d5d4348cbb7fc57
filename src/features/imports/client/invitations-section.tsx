import { useState } from 'react'
import type { Elements } from '#base/client/ui/elements.ts'
import type { ImportDetail } from '#features/imports/api/import-shapes.ts'
import type { BodyOf } from '#base/rules/api/contract.ts'
import { statuses } from '#features/access/rules/lifecycle/statuses.ts'
import { invitableStatuses } from '#features/imports/rules/fields.ts'
import { parseRows, ROWS_HINT } from '#features/imports/rules/row-ranges.ts'
import { businessDayAfter } from '#base/rules/south-africa/business-days.ts'
import { dayOf, formatDateTime, formatWeekday } from '#base/rules/time/dates.ts'
import { useMay } from '#features/access/client/use-may.tsx'
import { ManagerSelect } from '#features/accounts/client/manager-select.tsx'
import { call } from '#base/client/lib/api.ts'
import { MailPreview } from '#features/mail/client/preview/mail-preview.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { Select } from '#base/client/ui/select.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'
import { useImportChange } from './import-query.ts'
import { peopleText } from './import-texts.ts'

type Plan = BodyOf<'PUT /api/admin/imports/{id}/invitations'>

const PLAN = 'PUT /api/admin/imports/{id}/invitations'
const sizes = [10, 25, 50, 100, 200, 400]
const batches = [1, 2, 3, 4, 5]
const hours = [7, 8, 9, 10, 11, 12, 13, 14, 15]
/** The emails to clients with a draft, and to those who are past it. */
const invitations = ['invitation', 'invitation-imported'] as const
/** Days that can be chosen for the first batch. */
const DAYS_AHEAD = 20

/** Invites the clients of an import in batches that the firm's phones can cope with. */
export function InvitationsSection({ detail, children }: { detail: ImportDetail; children?: Elements }) {
  const mayImport = useMay('clients.import')
  const [isPlanning, setPlanning] = useState(false)
  const { id, notInvited, plan, planned } = detail
  const stop = useImportChange(id, () =>
    call('DELETE /api/admin/imports/{id}/invitations', { params: { id } }),
  )
  // A plan whose clients are all invited does not keep the others from being planned.
  const isPlanned = plan !== null && plan.endedAt === null && planned.clients > 0
  return (
    <Section
      title="Invitations"
      description={
        notInvited === 0
          ? 'All clients of this import were invited.'
          : `${peopleText(notInvited)} ${notInvited === 1 ? 'was' : 'were'} not invited yet. Each gets an email with a way to sign in; their wealth manager can also invite them one by one.`
      }
    >
      {isPlanned ? (
        <Notice
          tone="info"
          title="Invitations are planned"
          action={
            mayImport ? (
              <div className="flex flex-wrap gap-4">
                <Button tone="secondary" size="small" onClick={() => setPlanning(true)}>
                  Plan again
                </Button>
                <Button
                  tone="secondary"
                  size="small"
                  pending={stop.isPending}
                  pendingLabel="Stopping..."
                  onClick={() => stop.mutate(undefined)}
                >
                  Stop
                </Button>
              </div>
            ) : null
          }
        >
          {plannedText(plan, planned)}
        </Notice>
      ) : null}
      {children}
      {mayImport && notInvited > 0 && (isPlanning || !isPlanned) ? (
        <PlanForm id={id} onPlanned={() => setPlanning(false)} />
      ) : null}
    </Section>
  )
}

/** How many clients a plan reaches, and whom first. */
function plannedText(
  { perBatch, batchesPerDay, nextAt }: NonNullable<ImportDetail['plan']>,
  { clients, names }: ImportDetail['planned'],
): string {
  const others = clients - names.length
  const whom = `${names.join(', ')}${others > 0 ? ` and ${peopleText(others)} more` : ''}`
  return `${peopleText(clients)}, in this order: ${whom}. The next ${Math.min(perBatch, clients)} from ${formatDateTime(new Date(nextAt))}, ${batchesPerDay === 1 ? 'one batch' : `${batchesPerDay} batches`} a business day. A batch waits if more than 5% of the emails before it could not be delivered. A new plan replaces this one.`
}

function PlanForm({ id, onPlanned }: { id: string; onPlanned: () => void }) {
  const [plan, setPlan] = useState<Plan>(() => ({
    perBatch: 50,
    batchesPerDay: 1,
    firstDay: businessDayAfter(dayOf(new Date()), 1),
    firstHour: 9,
  }))
  const save = useImportChange(id, (body: Plan) => call(PLAN, { params: { id }, body }))
  const change = (changes: Partial<Plan>) => setPlan((before) => ({ ...before, ...changes }))
  const isRowsWrong = plan.rows !== undefined && parseRows(plan.rows) === null
  const today = dayOf(new Date())
  const days = Array.from({ length: DAYS_AHEAD }, (_, index) => businessDayAfter(today, index + 1))
  const numbered = (numbers: readonly number[], label: (number: number) => string) =>
    numbers.map((number) => ({ value: String(number), label: label(number) }))
  return (
    <div className="flex flex-col gap-6">
      <div className="grid items-end gap-6 sm:grid-cols-2">
        <Select
          label="Clients in a batch"
          name="perBatch"
          placeholder={null}
          value={String(plan.perBatch)}
          options={numbered(sizes, String)}
          onChange={({ target }) => change({ perBatch: Number(target.value) })}
        />
        <Select
          label="Batches on a business day"
          name="batchesPerDay"
          hint="An hour apart"
          placeholder={null}
          value={String(plan.batchesPerDay)}
          options={numbered(batches, String)}
          onChange={({ target }) => change({ batchesPerDay: Number(target.value) })}
        />
        <Select
          label="First day"
          name="firstDay"
          placeholder={null}
          value={plan.firstDay}
          options={days.map((day) => ({ value: day, label: formatWeekday(day) }))}
          onChange={({ target }) => change({ firstDay: target.value })}
        />
        <Select
          label="First batch of a day at"
          name="firstHour"
          placeholder={null}
          value={String(plan.firstHour)}
          options={numbered(hours, (hour) => `${String(hour).padStart(2, '0')}:00`)}
          onChange={({ target }) => change({ firstHour: Number(target.value) })}
        />
        <WhoFields {...{ plan, change, isRowsWrong }} />
      </div>
      <div className="grid max-w-xl gap-4">
        <MailPreview
          upcoming={isRowsWrong ? null : { call: PLAN, params: { id }, body: plan }}
          edits={invitations.map((template) => ({
            template,
            mail: plan.mails?.[template],
            onChange: (mail) =>
              setPlan(({ mails, ...before }) => ({ ...before, mails: { ...mails, [template]: mail } })),
          }))}
        />
      </div>
      <div>
        <Button
          pending={save.isPending}
          pendingLabel="Planning..."
          disabled={isRowsWrong}
          onClick={() => save.mutate(plan, { onSuccess: onPlanned })}
        >
          Plan the invitations
        </Button>
      </div>
    </div>
  )
}

type WhoProps = { plan: Plan; change: (changes: Partial<Plan>) => void; isRowsWrong: boolean }

/** Whom a plan invites. */
function WhoFields({ plan, change, isRowsWrong }: WhoProps) {
  return (
    <>
      <ManagerSelect
        listOf="admin"
        label="Clients of"
        placeholder="All wealth managers"
        value={plan.managerId ?? ''}
        onChange={(managerId) => change({ managerId: managerId || undefined })}
      />
      <Select
        label="Status"
        name="status"
        placeholder="All statuses"
        value={plan.status ?? ''}
        options={invitableStatuses.map((status) => ({ value: status, label: statuses[status] }))}
        onChange={({ target }) =>
          change({ status: invitableStatuses.find((status) => status === target.value) })
        }
      />
      <TextInput
        label="Rows of the file"
        name="rows"
        hint="Optional, such as 2-40, 55"
        value={plan.rows ?? ''}
        error={isRowsWrong ? ROWS_HINT : undefined}
        onChange={({ target }) => change({ rows: target.value || undefined })}
      />
    </>
  )
}

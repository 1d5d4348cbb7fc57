import { statuses } from '#features/access/rules/lifecycle/statuses.ts'
import type { ImportDetail } from '#features/imports/api/imports.ts'
import {
  dayFields,
  importableStatuses,
  importFieldLabel,
  importFields,
  type ImportField,
} from '#features/imports/rules/fields.ts'
import { mappingProblem, type Mapping } from '#features/imports/rules/mapping.ts'
import type { DateOrder } from '#features/imports/rules/read-day.ts'
import { formatDate } from '#base/rules/time/dates.ts'
import { useManagers } from '#features/accounts/client/manager-select.tsx'
import { call } from '#base/client/lib/api.ts'
import { Button } from '#base/client/ui/button.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { RadioGroup } from '#base/client/ui/radio-group.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { Select } from '#base/client/ui/select.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import { useImportChange } from './import-query.ts'
import { draftOf, mappingOf, useMapping, valuesOf, type MappingDraft } from './use-mapping.ts'
import { ManagerValues, StatusValues } from './value-lists.tsx'

type Props = { detail: ImportDetail; onChecked: () => void }

/** Fields whose values are matched one by one. */
const matchedByValue = ['status', 'wealthManager'] as const satisfies ImportField[]

/** Matches the columns of a file and their values to ours. */
export function MappingSection({ detail, onChecked }: Props) {
  const { id, earlier } = detail
  const { draft, change } = useMapping(detail)
  const { managers = [] } = useManagers('admin')
  const check = useImportChange(id, (body: Mapping) =>
    call('PUT /api/admin/imports/{id}/mapping', { params: { id }, body }),
  )
  const reuse = (mapping: Mapping) => {
    change(draftOf(mapping))
    toast({ title: 'Matched as before. Please check it.' })
  }
  const problem = mappingProblem(draft)
  const isAmbiguous = detail.columns.some(({ hasAmbiguousDates }, index) => {
    const field = draft.columns[index] ?? null
    return hasAmbiguousDates && dayFields.has(field)
  })
  return (
    <Section
      title="Match columns"
      description="Choose what each column holds. Columns that are not imported are left out."
    >
      <div className="flex flex-col gap-8">
        {earlier === null ? null : (
          <Notice
            tone="info"
            title="You imported a file with these columns before"
            action={
              <Button tone="secondary" size="small" onClick={() => reuse(earlier.mapping)}>
                {`Match as on ${formatDate(new Date(earlier.createdAt))}`}
              </Button>
            }
          >
            Columns, statuses, wealth managers and dates can be matched in the same way.
          </Notice>
        )}
        <Columns {...{ detail, draft, change }} />
        <TooManyValues {...{ detail, draft }} />
        {isAmbiguous ? (
          <RadioGroup
            label="How are dates written?"
            name="dateOrder"
            layout="row"
            value={draft.dateOrder}
            onValueChange={(order) => change({ dateOrder: order as DateOrder })}
            options={[
              { value: 'dmy', label: '03/04/1980 is 3 April 1980' },
              { value: 'mdy', label: '03/04/1980 is 4 March 1980' },
            ]}
          />
        ) : null}
        <StatusValues {...{ detail, draft, change }} />
        <ManagerValues {...{ detail, draft, change, managers }} />
        <Defaults {...{ draft, change, managers }} isAllSet={hasBoth(detail, draft)} />
        {problem === null ? null : <Notice tone="warning">{problem}</Notice>}
        <div>
          <Button
            pending={check.isPending}
            pendingLabel="Checking each row..."
            disabled={problem !== null}
            onClick={() => check.mutate(mappingOf(detail, draft, managers), { onSuccess: onChecked })}
          >
            Check each row
          </Button>
          <p className="mt-2 text-sm text-ink-soft">Nothing is created yet.</p>
        </div>
      </div>
    </Section>
  )
}

/** Says of which columns the values cannot be matched. */
function TooManyValues({ detail, draft }: Pick<EditProps, 'detail' | 'draft'>) {
  return matchedByValue
    .filter((field) => draft.columns.includes(field) && valuesOf(detail, draft, field) === null)
    .map((field) => (
      <Notice key={field} tone="warning">
        {`${importFieldLabel(field)}: the column has too many different values to match them. Please check that it is the right one.`}
      </Notice>
    ))
}

function hasBoth(detail: ImportDetail, draft: MappingDraft): boolean {
  return valuesOf(detail, draft, 'status') !== null && valuesOf(detail, draft, 'wealthManager') !== null
}

type EditProps = {
  detail: ImportDetail
  draft: MappingDraft
  change: (changes: Partial<MappingDraft>) => void
}

function Columns({ detail: { columns }, draft, change }: EditProps) {
  const set = (index: number, field: ImportField | null) =>
    change({
      // A field is in one column: the latest choice counts.
      columns: draft.columns.map((each, at) => {
        if (at === index) return field
        return each === field ? null : each
      }),
    })
  return (
    <ul aria-label="Columns of the file" className="border-t border-hairline">
      {columns.map(({ header, samples }, index) => (
        // Columns have no other identity than their position.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className="grid gap-x-6 gap-y-2 border-b border-hairline py-4 sm:grid-cols-2">
          <div className="min-w-0">
            <p className="font-semibold wrap-anywhere">{header || `Column ${index + 1}`}</p>
            <p className="text-sm wrap-anywhere text-ink-soft" translate="no">
              {samples.length === 0 ? 'Empty' : samples.join(' · ')}
            </p>
          </div>
          <Select
            label={<span className="sr-only">{`What ${header || `column ${index + 1}`} holds`}</span>}
            name={`column-${index}`}
            placeholder="Not imported"
            value={draft.columns[index] ?? ''}
            options={importFields.map((field) => ({ value: field, label: importFieldLabel(field) }))}
            onChange={({ target }) => set(index, target.value === '' ? null : (target.value as ImportField))}
          />
        </li>
      ))}
    </ul>
  )
}

type DefaultsProps = Omit<EditProps, 'detail'> & {
  managers: NonNullable<ReturnType<typeof useManagers>['managers']>
  isAllSet: boolean
}

function Defaults({ draft, change, managers, isAllSet }: DefaultsProps) {
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <Select
        label={isAllSet ? 'Status where the cell is empty' : 'Status of clients without one'}
        name="defaultStatus"
        hint="Drafts are completed by the client, as usual"
        placeholder={null}
        value={draft.defaultStatus}
        options={importableStatuses.map((status) => ({ value: status, label: statuses[status] }))}
        onChange={({ target }) => change({ defaultStatus: target.value as MappingDraft['defaultStatus'] })}
      />
      <Select
        label={isAllSet ? 'Wealth manager where the cell is empty' : 'Wealth manager of clients without one'}
        name="defaultManagerId"
        hint="You can reassign them later"
        placeholder="Unassigned"
        value={draft.defaultManagerId ?? ''}
        options={managers.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={({ target }) => change({ defaultManagerId: target.value || null })}
      />
    </div>
  )
}

import { statuses } from '#features/access/rules/lifecycle/statuses.ts'
import type { ImportDetail } from '#features/imports/api/import-shapes.ts'
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
import { useManagers, type Manager } from '#features/accounts/client/manager-select.tsx'
import { call } from '#base/client/lib/api.ts'
import { Button } from '#base/client/ui/button.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { RadioGroup } from '#base/client/ui/radio-group.tsx'
import { Select } from '#base/client/ui/select.tsx'
import { useImportChange } from './import-query.ts'
import { ReadingChoices } from './reading-choices.tsx'
import { StepTitle } from './step-title.tsx'
import { draftOf, mappingOf, useMapping, valuesOf, type MappingDraft } from './use-mapping.ts'
import { ManagerValues, StatusValues } from './value-lists.tsx'

/** Fields whose values are matched one by one. */
const matchedByValue = ['status', 'wealthManager'] as const satisfies ImportField[]

/** The second step: what each column and value means. Only what is doubtful is open. */
export function ColumnsStep({ detail, onChecked }: { detail: ImportDetail; onChecked: () => void }) {
  const { id, earlier, fileName, total } = detail
  const { draft, change } = useMapping(detail)
  const { managers = [] } = useManagers('admin')
  const check = useImportChange(id, (body: Mapping) =>
    call('PUT /api/admin/imports/{id}/mapping', { params: { id }, body }),
  )
  const problem = mappingProblem(draft)
  const isAmbiguous = detail.columns.some(
    ({ hasAmbiguousDates }, index) => hasAmbiguousDates && dayFields.has(draft.columns[index] ?? null),
  )
  const isDoubtful = (index: number) =>
    draft.columns[index] === null && (detail.columns[index]?.samples.length ?? 0) > 0
  const doubtful = detail.columns.flatMap(({ proposed }, index) =>
    isDoubtful(index) || (proposed === null && draft.columns[index] !== null) ? [index] : [],
  )
  const known = detail.columns.flatMap((_, index) =>
    draft.columns[index] !== null && !doubtful.includes(index) ? [index] : [],
  )
  return (
    <>
      <StepTitle
        step="Columns"
        lead={fileName}
        action={
          <Button
            pending={check.isPending}
            pendingLabel="Checking each row..."
            disabled={problem !== null}
            onClick={() => check.mutate(mappingOf(detail, draft, managers), { onSuccess: onChecked })}
          >
            {`Check ${total === 1 ? '1 row' : `${total.toLocaleString('en-ZA')} rows`}`}
          </Button>
        }
      />
      <div className="flex flex-col gap-3">
        {problem === null ? null : <Notice tone="warning">{problem}</Notice>}
        {earlier === null ? null : (
          <Notice
            tone="info"
            title="You imported a file with these columns before"
            action={
              <Button tone="secondary" size="small" onClick={() => change(draftOf(earlier.mapping))}>
                {`Match as on ${formatDate(new Date(earlier.createdAt))}`}
              </Button>
            }
          />
        )}
        <ReadingChoices detail={detail} />
        <Columns {...{ detail, draft, change }} label="Columns that are not imported" indexes={doubtful} />
        <details open={problem !== null}>
          <summary className="cursor-pointer py-2">
            <span>{`${known.length === 1 ? '1 column' : `${known.length} columns`} recognised.`}</span>{' '}
            <span className="text-link">Show</span>
          </summary>
          <Columns {...{ detail, draft, change }} label="Recognised columns" indexes={known} />
        </details>
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
        <Defaults {...{ detail, draft, change, managers }} />
      </div>
    </>
  )
}

type EditProps = {
  detail: ImportDetail
  draft: MappingDraft
  change: (changes: Partial<MappingDraft>) => void
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

/** Fields that become a note. */
const asNote: ReadonlySet<ImportField> = new Set<ImportField>(['assetsUnderManagement', 'remarks'])
const fieldOptions = importFields.map((field) => ({
  value: field,
  label: `${importFieldLabel(field)}${asNote.has(field) ? ' (as a note)' : ''}`,
}))

type ColumnsProps = EditProps & { label: string; indexes: readonly number[] }

function Columns({ detail: { columns }, draft, change, label, indexes }: ColumnsProps) {
  if (indexes.length === 0) return null
  const set = (index: number, field: ImportField | null) =>
    change({ columns: draft.columns.map((each, at) => (at === index ? field : each)) })
  return (
    <ul aria-label={label} className="border-t border-hairline">
      {indexes.map((index) => {
        const { header = '', samples = [] } = columns[index] ?? {}
        return (
          <li
            key={index}
            className="grid items-center gap-x-6 gap-y-1 border-b border-hairline py-2 sm:grid-cols-2"
          >
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
              options={fieldOptions}
              onChange={({ target }) =>
                set(index, target.value === '' ? null : (target.value as ImportField))
              }
            />
          </li>
        )
      })}
    </ul>
  )
}

/** What rows without a status or wealth manager get; folded where the file has a column for both. */
function Defaults({ detail, draft, change, managers }: EditProps & { managers: readonly Manager[] }) {
  const hasBoth = matchedByValue.every((field) => valuesOf(detail, draft, field) !== null)
  const where = hasBoth ? 'where the cell is empty' : 'of clients without one'
  return (
    <details open={!hasBoth}>
      <summary className="cursor-pointer py-2">Where a row says nothing</summary>
      <div className="mt-2 grid gap-6 sm:grid-cols-2">
        <Select
          label={`Status ${where}`}
          name="defaultStatus"
          hint="Drafts are completed by the client, as usual"
          placeholder={null}
          value={draft.defaultStatus}
          options={importableStatuses.map((status) => ({ value: status, label: statuses[status] }))}
          onChange={({ target }) => change({ defaultStatus: target.value as MappingDraft['defaultStatus'] })}
        />
        <Select
          label={`Wealth manager ${where}`}
          name="defaultManagerId"
          hint="You can reassign them later"
          placeholder="Unassigned"
          value={draft.defaultManagerId ?? ''}
          options={managers.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ target }) => change({ defaultManagerId: target.value || null })}
        />
      </div>
    </details>
  )
}

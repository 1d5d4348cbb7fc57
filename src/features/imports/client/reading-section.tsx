import type { ImportDetail } from '#features/imports/api/imports.ts'
import type { BodyOf } from '#base/rules/api/contract.ts'
import { delimiterLabels, encodingLabels } from '#base/rules/tables/reading.ts'
import { call } from '#base/client/lib/api.ts'
import { Notice } from '#base/client/ui/notice.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { Select, type Option } from '#base/client/ui/select.tsx'
import { useImportChange } from './import-query.ts'

type Change = BodyOf<'PUT /api/admin/imports/{id}/reading'>

const optionsOf = (labels: Readonly<Record<string, string>>): Option[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

const MAX_HEADER_ROW = 50

/** How the file is read: what was detected can be changed. */
export function ReadingSection({ detail }: { detail: ImportDetail }) {
  const { id, reading, total } = detail
  const change = useImportChange(id, (body: Change) =>
    call('PUT /api/admin/imports/{id}/reading', { params: { id }, body }),
  )
  const rows = Array.from({ length: MAX_HEADER_ROW }, (_, index) => String(index + 1))
  const { format, sheets, sheet, headerRow, encoding, delimiter } = reading
  return (
    <Section
      title="How the file is read"
      description={`${total.toLocaleString('en-ZA')} rows below the header. If letters look wrong or everything is in one column, change it here.`}
    >
      {sheets.length > 1 ? (
        <Notice
          tone="info"
          title={`“${sheets[sheet] ?? ''}” is read, one of ${sheets.length} sheets`}
          className="mb-6"
        >
          Its columns fit best. Please choose another sheet if your clients are there.
        </Notice>
      ) : null}
      <div className="grid gap-6 sm:grid-cols-3">
        {sheets.length > 1 ? (
          <Select
            label="Sheet"
            name="sheet"
            placeholder={null}
            value={String(sheet)}
            disabled={change.isPending}
            options={sheets.map((name, index) => ({ value: String(index), label: name }))}
            onChange={({ target }) => change.mutate({ sheet: Number(target.value) })}
          />
        ) : null}
        <Select
          label="Row of the header"
          name="headerRow"
          placeholder={null}
          value={String(headerRow)}
          disabled={change.isPending}
          options={rows.map((row) => ({ value: row, label: row }))}
          onChange={({ target }) => change.mutate({ headerRow: Number(target.value) })}
        />
        {format === 'csv' ? (
          <>
            <Select
              label="Encoding"
              name="encoding"
              placeholder={null}
              value={encoding ?? ''}
              disabled={change.isPending}
              options={optionsOf(encodingLabels)}
              onChange={({ target }) =>
                change.mutate({ encoding: target.value as NonNullable<typeof encoding> })
              }
            />
            <Select
              label="Separator"
              name="delimiter"
              placeholder={null}
              value={delimiter ?? ''}
              disabled={change.isPending}
              options={optionsOf(delimiterLabels)}
              onChange={({ target }) =>
                change.mutate({ delimiter: target.value as NonNullable<typeof delimiter> })
              }
            />
          </>
        ) : null}
      </div>
      <FirstRows detail={detail} />
    </Section>
  )
}

/** The file as it was read, to see whether letters, columns and header are right. */
function FirstRows({ detail: { firstRows, reading } }: { detail: ImportDetail }) {
  return (
    <div
      role="region"
      aria-label="First rows of the file"
      // Scrolls by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="mt-6 max-h-96 overflow-auto border border-hairline"
    >
      <table className="min-w-full text-left text-sm">
        <tbody>
          {firstRows.map(({ row, cells }) => (
            <tr key={row} className={row === reading.headerRow ? 'font-semibold' : undefined}>
              <th scope="row" className="px-3 py-1.5 text-right font-normal text-ink-soft">
                {row}
              </th>
              {cells.map((text, index) => (
                // Cells have no other identity than their position.
                // oxlint-disable-next-line react/no-array-index-key
                <td key={index} translate="no" className="px-3 py-1.5 whitespace-nowrap">
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

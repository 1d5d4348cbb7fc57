import type { ImportDetail } from '#features/imports/api/import-shapes.ts'
import type { BodyOf } from '#base/rules/api/contract.ts'
import { delimiterLabels, encodingLabels } from '#base/rules/tables/reading.ts'
import { ApiError, call, detailOf } from '#base/client/lib/api.ts'
import { Button } from '#base/client/ui/button.tsx'
import { Dialog } from '#base/client/ui/dialog.tsx'
import { Select, type Option } from '#base/client/ui/select.tsx'
import { useImportChange } from './import-query.ts'

type Change = BodyOf<'PUT /api/admin/imports/{id}/reading'>

const optionsOf = (labels: Readonly<Record<string, string>>): Option[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

const MAX_HEADER_ROW = 50
const rows = Array.from({ length: MAX_HEADER_ROW }, (_, index) => String(index + 1))

/** How the file was read, in a sentence, with the choices behind it: what was detected can be changed. */
export function ReadingChoices({ detail }: { detail: ImportDetail }) {
  const { id, reading, total } = detail
  const { format, sheets, sheet, headerRow, encoding, delimiter } = reading
  const change = useImportChange(
    id,
    (body: Change) => call('PUT /api/admin/imports/{id}/reading', { params: { id }, body }),
    losesCorrections,
  )
  const select = (label: string, name: keyof Change, value: string, options: Option[]) => (
    <Select
      label={label}
      name={name}
      placeholder={null}
      value={value}
      disabled={change.isPending}
      options={options}
      onChange={({ target }) =>
        change.mutate({
          [name]: name === 'sheet' || name === 'headerRow' ? Number(target.value) : target.value,
        })
      }
    />
  )
  const where = sheets.length > 1 ? `Sheet “${sheets[sheet] ?? ''}” of ${sheets.length}, heading` : 'Heading'
  return (
    <details>
      <summary className="cursor-pointer py-2">
        <span>{`${where} in row ${headerRow}, ${total.toLocaleString('en-ZA')} rows below it.`}</span>{' '}
        <span className="text-link">Change</span>
      </summary>
      <div className="mt-3 grid gap-6 sm:grid-cols-3">
        {sheets.length > 1
          ? select(
              'Sheet',
              'sheet',
              String(sheet),
              sheets.map((name, index) => ({ value: String(index), label: name })),
            )
          : null}
        {select(
          'Row of the heading',
          'headerRow',
          String(headerRow),
          rows.map((row) => ({ value: row, label: row })),
        )}
        {format === 'csv' ? (
          <>
            {select('Encoding', 'encoding', encoding ?? '', optionsOf(encodingLabels))}
            {select('Separator', 'delimiter', delimiter ?? '', optionsOf(delimiterLabels))}
          </>
        ) : null}
      </div>
      <FirstRows detail={detail} />
      {losesCorrections(change.error) && change.variables !== undefined ? (
        <LossDialog
          lost={detailOf(change.error)}
          pending={change.isPending}
          onClose={() => change.reset()}
          onAccept={() => change.mutate({ ...change.variables, discard: true })}
        />
      ) : null}
    </details>
  )
}

function losesCorrections(error: Error | null): error is ApiError {
  return error instanceof ApiError && error.problem?.code === 'corrections-lost'
}

type LossDialogProps = { lost: string; pending: boolean; onClose: () => void; onAccept: () => void }

/** Asks before corrected cells are lost. */
function LossDialog({ lost, pending, onClose, onAccept }: LossDialogProps) {
  return (
    <Dialog
      open
      size="small"
      title="Lose corrections?"
      description={lost}
      onClose={onClose}
      footer={
        <>
          <Button tone="danger" pending={pending} pendingLabel="Reading..." onClick={onAccept}>
            Read it so, without them
          </Button>
          <Button tone="secondary" onClick={onClose}>
            Keep the corrections
          </Button>
        </>
      }
    />
  )
}

/** The file as it was read, to see whether letters, columns and heading are right. */
function FirstRows({ detail: { firstRows, reading } }: { detail: ImportDetail }) {
  return (
    <div
      role="region"
      aria-label="First rows of the file"
      // Scrolls by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="mt-4 max-h-72 overflow-auto border border-hairline"
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

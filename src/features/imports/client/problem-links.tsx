import type { ImportProgress } from '#features/imports/api/import-shapes.ts'
import { exportFormatLabels, exportFormats } from '#base/rules/api/list.ts'

/** Downloads of the rows that are not imported, with what is wrong. */
export function ProblemLinks({ detail: { id, figures, outcomes } }: { detail: ImportProgress }) {
  const count = figures.skip + figures.error + (outcomes.skipped ?? 0) + (outcomes.failed ?? 0)
  if (count === 0) return null
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <span>
        {count === 1
          ? 'Download the row that is left out, with the reason:'
          : `Download the ${count.toLocaleString('en-ZA')} rows that are left out, with the reasons:`}
      </span>
      {exportFormats.toReversed().map((format) => (
        <a
          key={format}
          href={`/api/admin/imports/${id}/problems?format=${format}`}
          download
          className="text-link py-2"
        >
          {exportFormatLabels[format]}
        </a>
      ))}
    </p>
  )
}

import { Download } from 'lucide-react'
import { exportFormats, exportFormatLabels } from '#domain/applications/review/list.ts'
import { addressOf } from '#client/shared/lib/api.ts'

export interface ExportLinksProps {
  /** Whose applications the list is made of. */
  from: '/api/admin/application-export' | '/api/wealth-manager/application-export'
  /** What the list is narrowed by and sorted by, as its call takes it. */
  query: Readonly<Record<string, string | undefined>>
}

/** The list as it is shown, all of it, as a file in one of the formats. */
export function ExportLinks({ from, query }: ExportLinksProps) {
  return (
    <p className="flex items-center gap-x-3 text-sm">
      <Download aria-hidden="true" className="size-4 text-ink-soft" />
      <span className="text-ink-soft">Export</span>
      {exportFormats.map((format) => (
        <a
          key={format}
          href={addressOf(from, undefined, { ...query, format })}
          download
          className="text-link inline-block py-2.5"
        >
          <span className="sr-only">Export the list as </span>
          <span>{exportFormatLabels[format]}</span>
        </a>
      ))}
    </p>
  )
}

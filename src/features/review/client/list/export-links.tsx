import { Download } from 'lucide-react'
import { exportFormats, exportFormatLabels } from '#base/rules/api/list.ts'
import { addressOf } from '#base/client/lib/api.ts'

export interface ExportLinksProps {
  /** The source of the export. */
  from: '/api/admin/application-export' | '/api/wealth-manager/application-export'
  /** Filter and order as query parameters. */
  query: Readonly<Record<string, string | undefined>>
}

/** Links that export the whole list as filtered, one per format. */
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

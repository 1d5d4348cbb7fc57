import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { dayOf } from '#base/rules/time/dates.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { saveFile } from '#base/client/lib/download.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { Button } from '#base/client/ui/button.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import { figuresCsv } from './figures-csv.ts'

const sources = {
  admin: {
    times: queryFor('GET /api/admin/time-figures'),
    corrections: queryFor('GET /api/admin/correction-figures'),
  },
  wealth_manager: {
    times: queryFor('GET /api/wealth-manager/time-figures'),
    corrections: queryFor('GET /api/wealth-manager/correction-figures'),
  },
} as const

const applicationFigures = queryFor('GET /api/admin/application-figures')

/** Saves the figures of the page as a CSV file. */
export function ExportFigures({ role }: { role: keyof typeof sources }) {
  const client = useQueryClient()
  const exporting = useMutation({
    mutationFn: async () => {
      const { times, corrections } = sources[role]
      const csv = figuresCsv({
        times: await client.query(times),
        corrections: await client.query(corrections),
        applications: role === 'admin' ? await client.query(applicationFigures) : null,
      })
      saveFile(new Blob([csv], { type: 'text/csv' }), `Reports_${dayOf(new Date())}.csv`)
    },
    onError: (error) =>
      toast({ variant: 'destructive', title: 'Not exported', description: detailOf(error) }),
  })
  return (
    <Button
      tone="secondary"
      size="small"
      className="ml-auto print:hidden"
      icon={<Download aria-hidden="true" className="size-4" />}
      pending={exporting.isPending}
      pendingLabel="Exporting..."
      onClick={() => exporting.mutate()}
    >
      Export as CSV
    </Button>
  )
}

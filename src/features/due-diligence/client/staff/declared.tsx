import { useMutation } from '@tanstack/react-query'
import type { ReviewedPackTask } from '#features/due-diligence/api/due-diligence.ts'
import { contentRows } from '#features/due-diligence/rules/content-rows.ts'
import { useMay } from '#features/access/client/use-may.tsx'
import { call, detailOf } from '#base/client/lib/api.ts'
import { Button } from '#base/client/ui/button.tsx'
import { DefinitionList, type DefinitionRow } from '#base/client/ui/definition-list.tsx'

type DeclaredProps = { applicationId: string; task: ReviewedPackTask }

/** What the client declared last. Account numbers are masked until staff ask for them. */
export function Declared({ applicationId, task: { task, declarations } }: DeclaredProps) {
  const may = useMay('pack.verify')
  const account = useMutation({
    mutationFn: () =>
      call('POST /api/admin/applications/{id}/pack/account', { params: { id: applicationId } }),
  })
  const whole: Readonly<Record<string, string | null | undefined>> = {
    'Account number': account.data?.accountNumber,
    IBAN: account.data?.iban,
  }
  const rows = contentRows(task, declarations[0]?.content ?? {}).map((row): DefinitionRow => {
    if (!may || task !== 'bank' || !(row.label in whole)) return row
    const shown = whole[row.label]
    if (shown) return { ...row, value: shown, copy: shown }
    const show = (
      <Button size="small" tone="quiet" pending={account.isPending} onClick={() => account.mutate()}>
        <span>Show</span>
        <span className="sr-only">{` the whole ${row.label}`}</span>
      </Button>
    )
    const note = account.error ? detailOf(account.error) : 'Showing it is recorded in the audit log.'
    return { ...row, action: show, note }
  })
  return <DefinitionList rows={rows} />
}

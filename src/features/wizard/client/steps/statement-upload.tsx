import type { Control } from 'react-hook-form'
import type { Application } from '#features/applications/api/application.ts'
import { statementMark, type StatementRule } from '#features/applications/rules/net-worth/statements.ts'
import { documentLists } from '#features/applications/rules/documents/kinds.ts'
import { countsAsThere } from '#base/rules/files/safety.ts'
import { DocumentUploader, UploadedFiles } from '#features/documents/client/document-uploader.tsx'
import { mayExceedZero } from './amount-texts.ts'
import type { AmountsForm } from './amounts-form.ts'
import { useCounted } from './use-amounts.ts'

const names = {
  pensionFunds: 'Pension fund benefits statement',
  providentFunds: 'Provident fund benefits statement',
} as const satisfies Record<StatementRule['amount'], string>

type StatementUploadProps = {
  rule: StatementRule
  application: Application
  control: Control<AmountsForm>
  error: string | undefined
}

/**
 * Benefits statements of an amount: required while the amount is above 0 (specification section 2, step 5). Files
 * uploaded before it became 0 can still be opened and removed.
 */
export function StatementUpload({ rule, application, control, error }: StatementUploadProps) {
  const text = useCounted(control)[rule.amount]
  const files = application[rule.statements]
  const kind = documentLists[rule.statements]
  const name = names[rule.amount]
  if (mayExceedZero(text)) {
    return (
      <DocumentUploader
        {...{ kind, files, error }}
        id={rule.statements}
        label={`${name} (${statementMark(files.filter(countsAsThere).length)})`}
        className="mt-4 border-l-2 border-brass-line pl-4 sm:pl-6"
      />
    )
  }
  if (files.length === 0) return null
  return (
    <div className="mt-4 border-l-2 border-hairline pl-4 sm:pl-6">
      <p className="text-sm text-ink-soft">{`${name}: no longer needed while the amount is empty. You can remove what you uploaded.`}</p>
      <UploadedFiles {...{ kind, files }} />
    </div>
  )
}

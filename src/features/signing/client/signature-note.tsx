import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { CheckIcon, WarningIcon } from '#base/client/ui/icons.tsx'
import { stampText } from './stamp-text.ts'

/**
 * For a document signed on screen: how it was signed, and whether its seal is intact. Nothing for one signed on paper.
 */
export function SignatureNote({ documentId }: { documentId: string }) {
  const { data } = useQuery(queryFor('GET /api/documents/{id}/signature', { params: { id: documentId } }))
  if (!data?.signature) return null
  const { version, signedAt, seal, identifiedBy } = data.signature
  const intact = seal === 'intact'
  const Icon = intact ? CheckIcon : WarningIcon
  return (
    <div className="flex items-start gap-2 pb-2 text-sm">
      <Icon className={`mt-0.5 size-5 ${intact ? 'text-success' : 'text-warning'}`} />
      <p>
        <span>{`Signed on screen, seal ${intact ? 'intact' : 'not intact'}, letter version ${version}`}</span>
        <span className="block text-ink-soft">{`${formatDateTime(new Date(signedAt))}, ${stampText(data.signature)}. ${identifiedBy}.`}</span>
      </p>
    </div>
  )
}

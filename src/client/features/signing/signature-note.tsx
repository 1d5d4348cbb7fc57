import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '#domain/time/dates.ts'
import { queryFor } from '#client/shared/lib/query-client.ts'
import { CheckIcon, WarningIcon } from '#client/ui/icons.tsx'
import { stampWords } from './stamp-words.ts'

/** Beside a signed document: how it was signed on the screen, and whether its seal is intact. Nothing for one from paper. */
export function SignatureNote({ documentId }: { documentId: string }) {
  const { data } = useQuery(queryFor('GET /api/documents/{id}/signature', { params: { id: documentId } }))
  if (!data?.signature) return null
  const { version, signedAt, seal, identifiedBy } = data.signature
  const intact = seal === 'intact'
  const Sign = intact ? CheckIcon : WarningIcon
  return (
    <div className="flex items-start gap-2 pb-2 text-sm">
      <Sign className={`mt-0.5 size-5 ${intact ? 'text-success' : 'text-warning'}`} />
      <p>
        <span>{`Signed on screen, seal ${intact ? 'intact' : 'not intact'}, letter version ${version}`}</span>
        <span className="block text-ink-soft">{`${formatDateTime(new Date(signedAt))}, ${stampWords(data.signature)}. ${identifiedBy}.`}</span>
      </p>
    </div>
  )
}

import { Notice } from '#base/client/ui/notice.tsx'
import { usePack } from './use-pack.ts'

/** At the top of a client with a confirmed match on the United Nations' list: what the law asks of admins. */
export function ProhibitedBand({ applicationId }: { applicationId: string }) {
  const missing = usePack(applicationId)?.gate?.missing ?? []
  if (!missing.some(({ item }) => item === 'prohibited')) return null
  return (
    <Notice tone="danger" title="This relationship is prohibited" className="mb-4">
      <ul className="list-disc pl-5">
        <li>Provide no service and make no money or property available (FICA, sections 26A to 26C).</li>
        <li>Report property of this person to the Financial Intelligence Centre (section 28A).</li>
        <li>Do not tell the client or anyone else that you report (section 29).</li>
      </ul>
    </Notice>
  )
}

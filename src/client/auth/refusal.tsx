import { Notice } from '#client/ui/notice.tsx'
import { useErrorTitle } from '#client/ui/page-title.ts'

/** Why a form was refused as a whole. It was notified already; here it stays, so that nobody has to remember it. */
export function Refusal({ detail }: { detail: string | null }) {
  useErrorTitle(detail !== null)
  return detail === null ? null : (
    <Notice tone="danger" className="mb-6">
      {detail}
    </Notice>
  )
}

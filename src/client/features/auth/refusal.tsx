import { detailOf, detailOr, NetworkError } from '#client/shared/lib/api.ts'
import { Notice } from '#client/ui/notice.tsx'
import { useErrorTitle } from '#client/ui/page-title.ts'

type Props = {
  error: Error | null
  /** What is said where the server has no words of its own. */
  otherwise?: string
}

/**
 * Why a form was refused as a whole. It was notified already; here it stays, so that nobody has to remember it. That
 * there is no network is left to the offline notice, which knows when it is back.
 */
export function DomainError({ error, otherwise }: Props) {
  const isOffline = error instanceof NetworkError && !error.online
  const shown = error !== null && !isOffline
  useErrorTitle(shown)
  return shown ? (
    <Notice tone="danger" className="mb-6">
      {otherwise === undefined ? detailOf(error) : detailOr(error, otherwise)}
    </Notice>
  ) : null
}

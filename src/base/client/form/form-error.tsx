import { detailOf, detailOr, NetworkError } from '#base/client/lib/api.ts'
import { Notice } from '#base/client/ui/notice.tsx'
import { useErrorTitle } from '#base/client/ui/page-title.ts'

type Props = {
  error: Error | null
  /** The text if the server has none. */
  otherwise?: string
}

/**
 * Why a form was rejected as a whole, beside the toast, which disappears. Offline errors are left to the offline
 * notice.
 */
export function FormError({ error, otherwise }: Props) {
  const isOffline = error instanceof NetworkError && !error.online
  const shown = error !== null && !isOffline
  useErrorTitle(shown)
  return shown ? (
    <Notice tone="danger" className="mb-6">
      {otherwise === undefined ? detailOf(error) : detailOr(error, otherwise)}
    </Notice>
  ) : null
}

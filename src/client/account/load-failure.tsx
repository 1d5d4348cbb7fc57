import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'

/** Says that a part of the page is missing, and offers to try again. */
export function LoadFailure({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <Notice
      tone="danger"
      live="alert"
      action={
        <Button tone="secondary" size="small" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {what} could not be loaded.
    </Notice>
  )
}

import { Button } from './button.tsx'
import { Notice, type NoticeProps } from './notice.tsx'

export type LoadFailureProps = Pick<NoticeProps, 'title' | 'children' | 'className'> & { onRetry: () => void }

/** A notice that something could not be loaded, with a retry button. */
export function LoadFailure({ onRetry, ...notice }: LoadFailureProps) {
  return (
    <Notice
      {...notice}
      tone="danger"
      live="alert"
      action={
        <Button tone="secondary" size="small" onClick={onRetry}>
          Try again
        </Button>
      }
    />
  )
}

import { Button } from './button.tsx'

export type SaveBarProps = {
  pending: boolean
  onDiscard: () => void
  /** Without it, Save submits the form around the bar. */
  onSave?: () => void
}

/** The one Save of a page, at the lower edge of the window; drawn only while there are changes. */
export function SaveBar({ pending, onDiscard, onSave }: SaveBarProps) {
  return (
    <div role="group" aria-label="Unsaved changes" className="save-bar">
      <p className="mr-auto">Unsaved changes</p>
      <Button size="small" tone="secondary" disabled={pending} onClick={onDiscard}>
        Discard
      </Button>
      <Button
        size="small"
        type={onSave === undefined ? 'submit' : 'button'}
        {...{ pending }}
        pendingLabel="Saving..."
        onClick={onSave}
      >
        Save
      </Button>
    </div>
  )
}

import { Button } from '#base/client/ui/button.tsx'

type EditButtonProps = {
  /** What is edited, for screen readers. */
  what: string
  verb?: 'Edit' | 'Manage' | 'Answer' | 'Upload'
  id?: string
  onPress: () => void
}

/** Opens the step of a part of the review. */
export function EditButton({ what, verb = 'Edit', id, onPress }: EditButtonProps) {
  return (
    <Button id={id} tone="quiet" size="small" className="-my-2 -mr-4 shrink-0" onClick={onPress}>
      <span>
        <span>{verb}</span>
        <span className="sr-only"> {what}</span>
      </span>
    </Button>
  )
}

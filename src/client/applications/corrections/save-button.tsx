import { Button } from '#client/ui/button.tsx'

/** Saves what was done about a task, and goes back to the list. */
export function SaveButton({ isPending }: { isPending: boolean }) {
  return (
    <Button type="submit" className="mt-8 w-full sm:w-auto" pending={isPending} pendingLabel="Saving...">
      Save and continue
    </Button>
  )
}

import { Button } from '#base/client/ui/button.tsx'
import { Dialog } from '#base/client/ui/dialog.tsx'
import type { Wizard } from './wizard.ts'
import type { Conflict } from './wizard-state.ts'

type ConflictDialogProps = { conflict: Conflict; resolve: Wizard['conflict']; saving: boolean }

/**
 * Shows answers that were saved elsewhere while others were typed here, and lets the client choose. Until then nothing
 * is overwritten; closing it changes nothing (decisions, "Two tabs").
 */
export function ConflictDialog({ conflict, resolve, saving }: ConflictDialogProps) {
  return (
    <Dialog
      open
      title="These answers were changed elsewhere"
      description="While you had this page open, changes were saved in another tab or on another device. Nothing is overwritten until you choose."
      closable={!saving}
      onClose={resolve.postpone}
      footer={
        <>
          <Button tone="secondary" disabled={saving} onClick={resolve.useNewer}>
            Use the newer answers
          </Button>
          <Button pending={saving} pendingLabel="Saving..." onClick={() => resolve.keepMine(conflict)}>
            Keep mine and save
          </Button>
        </>
      }
    >
      <ul className="grid gap-5">
        {conflict.differences.map(({ path, label, here, there }) => (
          <li key={path}>
            <p className="font-semibold">{label}</p>
            <dl className="mt-1 grid gap-x-6 gap-y-2 sm:grid-cols-2">
              <Version term="On this page" answer={here} />
              <Version term="Saved elsewhere" answer={there} />
            </dl>
          </li>
        ))}
      </ul>
      <p className="mt-6 text-sm text-ink-soft">
        If you use the newer answers, everything else you typed on this page stays.
      </p>
    </Dialog>
  )
}

function Version({ term, answer }: { term: string; answer: string }) {
  return (
    <div className="border-l-2 border-hairline pl-3">
      <dt className="text-sm text-ink-soft">{term}</dt>
      <dd className="wrap-anywhere">{answer}</dd>
    </div>
  )
}

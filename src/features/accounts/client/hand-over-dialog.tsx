import { useMutation } from '@tanstack/react-query'
import { callIdempotent } from '#base/client/lib/call-idempotent.ts'
import { detailOr } from '#base/client/lib/api.ts'
import { useUndo } from '#features/applications/client/use-undo.ts'
import { toast } from '#base/client/ui/toast-store.ts'
import { ChooseManagerDialog } from './choose-manager-dialog.tsx'
import { CHOOSE_SUCCESSOR, clientsText } from './clients-text.ts'
import type { Manager, ManagerChooser } from './manager-select.tsx'

type HandOverDialogProps = {
  /** The current manager. */
  from: { id: string; name: string }
  listOf: ManagerChooser
  onClose: () => void
  onDone: () => void
}

/** Reassigns all clients of a wealth manager to another one. */
export function HandOverDialog({ from, listOf, onClose, onDone }: HandOverDialogProps) {
  const handedTo = ({ id, hasLetter }: Manager) => ({
    params: { id: from.id },
    body: { to: id, ...(!hasLetter && { withoutLetter: true as const }) },
  })
  const undoOf = useUndo()
  const handOver = useMutation({
    mutationFn: (manager: Manager) =>
      callIdempotent('POST /api/admin/wealth-managers/{id}/hand-over', handedTo(manager)),
    onSuccess: ({ handedOver, undo }, { name }) => {
      onClose()
      onDone()
      toast({
        title: 'Clients Handed Over',
        description: `${name} has taken over ${clientsText(handedOver)}.`,
        ...undoOf({ undo }),
      })
    },
  })
  return (
    <ChooseManagerDialog
      title={`Hand over the clients of ${from.name}`}
      description="All of them move to another wealth manager at once. Lists, letters and emails move too, and both managers are notified."
      label="New Wealth Manager"
      listOf={listOf}
      except={from.id}
      required={CHOOSE_SUCCESSOR}
      confirmLabel="Hand Over"
      pendingLabel="Handing over..."
      pending={handOver.isPending}
      failure={handOver.error ? detailOr(handOver.error, 'The clients couldn’t be handed over.') : undefined}
      ahead={(manager) => ({ call: 'POST /api/admin/wealth-managers/{id}/hand-over', ...handedTo(manager) })}
      onChoose={handOver.mutate}
      onClose={onClose}
    />
  )
}

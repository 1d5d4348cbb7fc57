import { Dialog } from '#base/client/ui/dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Props = { title: string; codes: readonly string[]; onDone: () => void }

/** Shows recovery codes once; it closes when they are saved. */
export function RecoveryCodesDialog({ title, codes, onDone }: Props) {
  return (
    <Dialog open title={title} closable={false} onClose={onDone}>
      <RecoveryCodes codes={codes} onDone={onDone} />
    </Dialog>
  )
}

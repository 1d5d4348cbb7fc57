import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { GivenProof } from '#features/access/api/own-proof.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { toast } from '#base/client/ui/toast-store.ts'
import { PasswordDialog } from '../password-dialog.tsx'
import { RecoveryCodesDialog } from '../second-factor/recovery-codes-dialog.tsx'
import { session } from '#features/access/client/session.ts'
import { makePasskey, NOT_MADE } from './make-passkey.ts'

type Props = {
  /** Whether it becomes the second factor of staff. */
  asSecondFactor: boolean
  onClose: () => void
  /** Called once it is added, and recovery codes are saved. */
  onAdded?: () => void
}

const WHAT = 'Confirm it’s you first. Then your device asks for your fingerprint, face or screen lock.'
const AS_SECOND_FACTOR =
  'From then on, you sign in with it, alone or after your password. You get recovery codes, in case you lose it.'

/** Adds a passkey; the first second factor of staff comes with recovery codes, which are shown once. */
export function AddPasskeyDialog({ asSecondFactor, onClose, onAdded }: Props) {
  const client = useQueryClient()
  const [codes, setCodes] = useState<string[] | null>(null)
  const showsCodes = useRef(false)
  const finish = () => {
    // The session may have its second factor now.
    void session.ask()
    onAdded?.()
    onClose()
  }
  const add = async (proof: GivenProof) => {
    const { recoveryCodes } = await makePasskey(proof)
    void client.invalidateQueries({ queryKey: queryFor('GET /api/account/passkeys').queryKey })
    void client.invalidateQueries({ queryKey: queryFor('GET /api/account/second-factor').queryKey })
    toast({ title: 'Passkey added', description: 'We’ve told you by email too.' })
    showsCodes.current = recoveryCodes !== undefined
    if (recoveryCodes) setCodes(recoveryCodes)
    else onAdded?.()
  }
  if (codes) return <RecoveryCodesDialog title="Your recovery codes" codes={codes} onDone={finish} />
  return (
    <PasswordDialog
      title="Add a passkey"
      description={asSecondFactor ? `${WHAT} ${AS_SECOND_FACTOR}` : WHAT}
      submitLabel="Continue"
      pendingLabel="Waiting for your device..."
      otherwise={NOT_MADE}
      send={add}
      onClose={() => {
        if (!showsCodes.current) onClose()
      }}
    />
  )
}

import type { GivenProof } from '#features/access/api/own-proof.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { PasswordInput } from '#base/client/ui/password-input.tsx'
import { OtherProofs } from './other-proofs.tsx'

type Props = {
  password: string
  error: string | undefined
  disabled: boolean
  onPassword: (password: string) => void
  /** Receives another proof than the password, once its button was pressed. */
  onProve: (prove: () => Promise<GivenProof>) => void
}

/** Asks within a form for proof that the user acts. */
export function OwnProofFields({ password, error, disabled, onPassword, onProve }: Props) {
  const { passkeys, singleSignOn } = useBranding()
  return (
    <div>
      <PasswordInput
        label="Your password"
        name="password"
        autoComplete="current-password"
        required
        value={password}
        error={error}
        onChange={({ target }) => onPassword(target.value)}
      />
      {passkeys || singleSignOn.length > 0 ? (
        <OtherProofs disabled={disabled} withCode={false} onProve={onProve} />
      ) : null}
    </div>
  )
}

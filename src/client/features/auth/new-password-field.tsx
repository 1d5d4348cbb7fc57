import { useEffect, useState } from 'react'
import { lengthProblem, PASSWORD_HINT } from '#domain/auth/password-limits.ts'
import type { PasswordOwner } from '#domain/auth/password-policy.ts'
import { passwordStrength } from '#domain/auth/password-strength.ts'
import { PasswordInput } from '#client/ui/password-input.tsx'
import { PasswordMeter } from '#client/ui/password-meter.tsx'
import { loadPasswordPolicy, newPasswordProblem } from './check-new-password.ts'

/** What the policy says of a password that is long enough, as soon as it is here. */
function useRefusal(password: string, { username, firmName }: PasswordOwner): string | null {
  const [refusal, setRefusal] = useState<string | null>(null)
  useEffect(() => {
    let wanted = true
    const judge = async () => {
      const problem =
        lengthProblem(password) === null ? await newPasswordProblem(password, { username, firmName }) : null
      if (wanted) setRefusal(problem)
    }
    void judge()
    return () => {
      wanted = false
    }
  }, [password, username, firmName])
  return refusal
}

type Props = {
  label: string
  name: string
  owner: PasswordOwner
  error: string | undefined
}

/** A password to be chosen: the hint, a meter that encourages, and what the policy says while one types. */
export function NewPasswordField({ label, name, owner, error }: Props) {
  const [password, setPassword] = useState('')
  useEffect(() => void loadPasswordPolicy().catch(() => undefined), [])
  const refusal = useRefusal(password, owner)
  const { score, encouraged } = passwordStrength(password)
  const missing = encouraged.filter(({ met }) => !met).map(({ label: what }) => what.toLowerCase())
  const advises = refusal === null && score !== null && score < 4 && missing.length > 0
  return (
    <div>
      <PasswordInput
        label={label}
        name={name}
        autoComplete="new-password"
        required
        hint={PASSWORD_HINT}
        error={error}
        warning={refusal === error ? null : refusal}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <PasswordMeter score={refusal === null ? score : 0} />
      {advises ? (
        <p className="text-sm text-ink-soft">{`To make it stronger: ${missing.join(', ')}`}</p>
      ) : null}
    </div>
  )
}

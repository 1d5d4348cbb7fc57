import { useEffect, useState } from 'react'
import { lengthProblem, PASSWORD_HINT } from '#features/sign-in/rules/password-limits.ts'
import type { PasswordOwner } from '#features/sign-in/rules/password-policy.ts'
import { passwordStrength } from '#features/sign-in/rules/password-strength.ts'
import { PasswordInput } from '#base/client/ui/password-input.tsx'
import { PasswordMeter } from '#base/client/ui/password-meter.tsx'
import { loadPasswordPolicy, newPasswordProblem } from './check-new-password.ts'

/** The policy's verdict on a long enough password, once the policy is loaded. */
function usePolicyProblem(password: string, { username, firmName }: PasswordOwner): string | null {
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    let wanted = true
    const check = async () => {
      const found =
        lengthProblem(password) === null ? await newPasswordProblem(password, { username, firmName }) : null
      if (wanted) setProblem(found)
    }
    void check()
    return () => {
      wanted = false
    }
  }, [password, username, firmName])
  return problem
}

type Props = {
  label: string
  name: string
  owner: PasswordOwner
  error: string | undefined
}

/** A new password with a hint, a meter and the policy's verdict while typing. */
export function NewPasswordField({ label, name, owner, error }: Props) {
  const [password, setPassword] = useState('')
  useEffect(() => void loadPasswordPolicy().catch(() => undefined), [])
  const problem = usePolicyProblem(password, owner)
  const { score, encouraged } = passwordStrength(password)
  const missing = encouraged.filter(({ met }) => !met).map(({ label: what }) => what.toLowerCase())
  const isRefused = problem !== null || (error !== undefined && password !== '')
  const advises = !isRefused && score !== null && score < 4 && missing.length > 0
  return (
    <div>
      <PasswordInput
        label={label}
        name={name}
        autoComplete="new-password"
        required
        hint={PASSWORD_HINT}
        error={error}
        warning={problem === error ? null : problem}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <PasswordMeter score={isRefused ? 0 : score} />
      {advises ? (
        <p className="text-sm text-ink-soft">{`To make it stronger: ${missing.join(', ')}`}</p>
      ) : null}
    </div>
  )
}

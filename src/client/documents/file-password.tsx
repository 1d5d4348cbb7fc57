import { useState, type KeyboardEvent } from 'react'
import { Button } from '#client/ui/button.tsx'
import { PasswordInput } from '#client/ui/password-input.tsx'

type FilePasswordProps = {
  fileName: string
  /** Why the last password was not the one. */
  wrong: string | null
  onPassword: (password: string) => void
  onAnother?: (() => void) | undefined
}

const takeFocus = (field: HTMLInputElement | null) => field?.focus()

/** The most that a PDF makes of a password. */
const LONGEST = 127

/**
 * Asks for the password of a file, beside it. No form: it stands within one, that of the step. Whoever typed a wrong
 * one finds the field again at once.
 */
export function FilePassword({ fileName, wrong, onPassword, onAnother }: FilePasswordProps) {
  const [password, setPassword] = useState('')
  const [error, setError] = useState(wrong)
  const send = () => {
    if (password.trim() === '') setError('Please type the password of this file.')
    else onPassword(password)
  }
  const sendOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    send()
  }
  return (
    <div role="group" aria-label={`Password of ${fileName}`} className="pb-3 sm:pl-9">
      <p className="mb-3">This PDF is locked, so we cannot open it without its password.</p>
      <PasswordInput
        label="Password of the file"
        hint="Banks and payroll offices in South Africa usually use your ID number. We use it once, to open the file, and do not keep it."
        error={error ?? undefined}
        value={password}
        maxLength={LONGEST}
        autoComplete="off"
        ref={wrong === null ? undefined : takeFocus}
        width="medium"
        onChange={(event) => setPassword(event.target.value)}
        onKeyDown={sendOnEnter}
      />
      <div className="mt-3 flex flex-wrap gap-3">
        <Button size="small" onClick={send}>
          Open the file
        </Button>
        {onAnother ? (
          <Button size="small" tone="secondary" onClick={onAnother}>
            Send another file
          </Button>
        ) : null}
      </div>
    </div>
  )
}

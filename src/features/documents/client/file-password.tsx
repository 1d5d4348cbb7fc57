import { useEffectEvent, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Button } from '#base/client/ui/button.tsx'
import { PasswordInput } from '#base/client/ui/password-input.tsx'

type FilePasswordProps = {
  fileName: string
  /** A password is being tried. */
  opening: boolean
  /** The client's ID number, which opens most files of banks and payroll offices; null for none. */
  idNumber: string | null
  /** Why the last password failed. */
  wrong: string | null
  onPassword: (password: string) => void
  onAnother?: (() => void) | undefined
  /** Called when this is removed with the focus in it. */
  onFocusLost: () => void
}

/** The maximum length that PDFs use. */
const LONGEST = 127

/**
 * Asks for a file's password. Not a form, since it is inside the step's form. The focus is on the button while a
 * password is tried, and in the field after a wrong one.
 */
export function FilePassword(props: FilePasswordProps) {
  const { fileName, opening, idNumber, wrong, onPassword, onAnother } = props
  const [password, setPassword] = useState('')
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const box = usePreservedFocus(props, field)
  const tryIt = (tried: string) => {
    setPassword(tried)
    setMissing(false)
    button.current?.focus()
    onPassword(tried)
  }
  const send = () => {
    const isEmpty = password.trim() === ''
    setMissing(isEmpty)
    if (isEmpty) field.current?.focus()
    else tryIt(password)
  }
  const sendOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (!opening) send()
  }
  return (
    <div ref={box} role="group" aria-label={`Password for ${fileName}`} className="pb-3 sm:pl-14">
      <p className="mb-3">This PDF is password-protected.</p>
      <PasswordInput
        label="File password"
        hint="Banks and payroll offices in South Africa usually use your ID number. We use it once to open the file, and don’t keep it."
        error={isMissing ? 'Please enter the password for this file.' : (wrong ?? undefined)}
        value={password}
        maxLength={LONGEST}
        autoComplete="off"
        ref={field}
        width="medium"
        onChange={(event) => setPassword(event.target.value)}
        onKeyDown={sendOnEnter}
      />
      <div className="mt-3 flex flex-wrap gap-3">
        <Button size="small" ref={button} pending={opening} pendingLabel="Opening..." onClick={send}>
          Unlock
        </Button>
        {idNumber === null ? null : (
          <Button size="small" tone="secondary" disabled={opening} onClick={() => tryIt(idNumber)}>
            Try my ID number
          </Button>
        )}
        {onAnother ? (
          <Button size="small" tone="secondary" disabled={opening} onClick={onAnother}>
            Choose a different file
          </Button>
        ) : null}
      </div>
    </div>
  )
}

/** Returns the focus to the field after a wrong password, and elsewhere once it is removed. */
function usePreservedFocus(
  { opening, wrong, onFocusLost }: FilePasswordProps,
  field: { current: HTMLInputElement | null },
) {
  const box = useRef<HTMLDivElement>(null)
  const goElsewhere = useEffectEvent(onFocusLost)
  useLayoutEffect(() => {
    if (!opening && wrong !== null && box.current?.contains(document.activeElement)) field.current?.focus()
  }, [opening, wrong, field])
  useLayoutEffect(() => {
    const asked = box.current
    return () => {
      if (asked?.contains(document.activeElement)) goElsewhere()
    }
  }, [])
  return box
}

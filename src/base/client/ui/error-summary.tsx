import { useState } from 'react'
import type { ErrorItem } from './error-items.ts'
import { ProblemBox } from './problem-box.tsx'

export type ErrorSummaryProps = {
  errors: readonly ErrorItem[]
  /** A submit counter, incremented together with the attempt's errors. */
  attempt?: number
  title?: string
}

function goTo(fieldId: string) {
  const field = document.getElementById(fieldId)
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
}

/**
 * The errors that a form's last attempt found and that are not mended yet, linked to their fields. Errors that arise
 * while typing show beside their fields only.
 */
export function ErrorSummary({ errors, attempt = 0, title = 'There is a problem' }: ErrorSummaryProps) {
  const listed = useErrorsOfAttempt(errors, attempt)
  return (
    <ProblemBox wrong={listed.length > 0} {...{ title, attempt }}>
      <ul className="mt-1">
        {listed.map(({ fieldId, message }) => (
          <li key={`${fieldId} ${message}`}>
            <a
              href={`#${fieldId}`}
              className="inline-block py-2.5 text-danger underline decoration-1 underline-offset-4 hover:decoration-2"
              onClick={(event) => {
                event.preventDefault()
                goTo(fieldId)
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </ProblemBox>
  )
}

function useErrorsOfAttempt(errors: readonly ErrorItem[], attempt: number): ErrorItem[] {
  const [listed, setListed] = useState({ attempt, fieldIds: errors.map(({ fieldId }) => fieldId) })
  const fieldIds = errors
    .map(({ fieldId }) => fieldId)
    .filter((id) => listed.attempt !== attempt || listed.fieldIds.includes(id))
  // A mended error stays away until the next attempt.
  if (listed.attempt !== attempt || fieldIds.length < listed.fieldIds.length) setListed({ attempt, fieldIds })
  return errors.filter(({ fieldId }) => fieldIds.includes(fieldId))
}

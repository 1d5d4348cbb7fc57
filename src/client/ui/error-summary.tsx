import { useEffect, useRef } from 'react'
import type { ErrorItem } from './error-items.ts'
import { AlertSign } from './icons.tsx'
import { useErrorTitle } from './page-title.ts'

export type ErrorSummaryProps = {
  errors: readonly ErrorItem[]
  /** Changes with each attempt (a submit counter), so that the summary takes the focus again. */
  attempt?: number
  title?: string
}

function goTo(fieldId: string) {
  const field = document.getElementById(fieldId)
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
}

/**
 * What has to be put right, at the top of a form, linked to the fields. It takes the focus when it appears and at each further
 * attempt, and the page's title then begins with "Error: ". Shows nothing when there is nothing wrong.
 */
export function ErrorSummary({
  errors,
  attempt = 0,
  title = 'Please check your answers',
}: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  const wrong = errors.length > 0
  useErrorTitle(wrong)
  useEffect(() => {
    if (wrong) box.current?.focus()
  }, [wrong, attempt])
  if (!wrong) return null
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="mb-8 scroll-mt-8 border border-danger bg-danger-wash px-5 py-4"
    >
      <h2 className="flex items-center gap-2 text-xl text-danger">
        <AlertSign className="size-6" />
        {title}
      </h2>
      <ul className="mt-1">
        {errors.map(({ fieldId, message }) => (
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
    </div>
  )
}

import type { ErrorItem } from './error-items.ts'
import { ProblemBox } from './problem-box.tsx'

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

/** The errors of a form, linked to their fields. Shows nothing if there are none. */
export function ErrorSummary({ errors, attempt = 0, title = 'There is a problem' }: ErrorSummaryProps) {
  return (
    <ProblemBox wrong={errors.length > 0} {...{ title, attempt }}>
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
    </ProblemBox>
  )
}

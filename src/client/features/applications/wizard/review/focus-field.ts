import { afterPaint } from '#client/ui/after-paint.ts'

/** The form's fields that are called otherwise than the answer that is missing. */
const fieldIds: Readonly<Record<string, string>> = {
  childrenDetails: 'childCount',
  faisDocumentUploaded: 'signedFais',
}

/** How long the save and the step's code may take. */
const TIMEOUT_MS = 20_000

/**
 * Focuses the field of an answer once its step shows. The heading takes the focus
 * first, as on any change of the page: the title is said, then the field.
 */
export function focusField(path: string): void {
  const id = fieldIds[path] ?? path
  const until = performance.now() + TIMEOUT_MS
  const look = () => {
    const field = document.getElementById(id)
    if (field !== null) return focusOn(field)
    if (performance.now() < until) requestAnimationFrame(look)
  }
  look()
}

function focusOn(field: HTMLElement): void {
  // A frame later than the heading, which waits for the same paint.
  afterPaint(() =>
    requestAnimationFrame(() => {
      field.scrollIntoView({ block: 'center' })
      field.focus({ preventScroll: true })
    }),
  )
}

import { afterPaint } from '#base/client/ui/after-paint.ts'

/** Form fields whose name differs from that of the missing answer. */
const fieldIds: Readonly<Record<string, string>> = {
  childrenDetails: 'childCount',
  faisDocumentUploaded: 'signedFais',
}

/** Maximum duration of the save and of loading the step's code. */
const TIMEOUT_MS = 20_000

/**
 * Focuses an answer's field once its step shows. As on any page change the heading gets the focus first, so that screen
 * readers announce the title before the field.
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
  // A frame after the heading, which waits for the same paint.
  afterPaint(() =>
    requestAnimationFrame(() => {
      field.scrollIntoView({ block: 'center' })
      field.focus({ preventScroll: true })
    }),
  )
}

/**
 * Remembers the fields and the focus of a page before hydration. React recreates the fields if something else, such as
 * a password manager, changed the page first.
 *
 * @returns a function that copies the text and the focus into the new fields
 */
export function keepTyping(page: HTMLElement): () => void {
  const fields = [...page.querySelectorAll('input')]
  let focused = document.activeElement
  const remember = ({ target }: FocusEvent) => {
    focused = target instanceof Element ? target : null
  }
  page.addEventListener('focusin', remember)
  return () => {
    page.removeEventListener('focusin', remember)
    for (const old of fields.filter((field) => !field.isConnected)) {
      const field = page.querySelector<HTMLInputElement>(`input[name="${old.name}"]`)
      if (!field) continue
      field.value = old.value
      if (focused === old) field.focus()
    }
  }
}

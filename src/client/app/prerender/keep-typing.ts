/**
 * Remembers the fields of a page that React is about to take over, and what has the focus. React keeps them as they
 * are, unless something else changed the page first, a password manager's button in the form say: then it makes new
 * ones.
 *
 * @returns what copies the typing and the focus into the new fields
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

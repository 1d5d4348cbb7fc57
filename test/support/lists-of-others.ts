import { focusManager } from '@tanstack/react-query'
import { vi } from 'vitest'

/** Answers each read with the rows of its path; other reads never end. */
export function serveLists(rowsOf: Record<string, readonly object[]>) {
  vi.spyOn(window, 'fetch').mockImplementation((input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin)
    const rows = rowsOf[pathname]
    if (rows === undefined) return new Promise(() => undefined)
    const headers = { 'content-type': 'application/json', 'x-total-count': String(rows.length) }
    return Promise.resolve(new Response(JSON.stringify(rows), { headers }))
  })
  return {
    /** Others change a list, and the user comes back to the window. */
    change(path: string, rows: readonly object[]) {
      rowsOf[path] = rows
      focusManager.setFocused(false)
      focusManager.setFocused(true)
    },
  }
}

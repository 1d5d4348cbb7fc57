import { focusManager } from '@tanstack/react-query'
import { vi } from 'vitest'

type Served = readonly object[] | object | 'failed'

/** Answers each read with the rows of its path, or an object; other reads never end. */
export function serveLists(rowsOf: Record<string, Served>) {
  vi.spyOn(window, 'fetch').mockImplementation((input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin)
    const rows = rowsOf[pathname]
    if (rows === undefined) return new Promise(() => undefined)
    if (rows === 'failed') return Promise.reject(new TypeError('Failed to fetch'))
    const total = Array.isArray(rows) ? rows.length : 1
    const headers = { 'content-type': 'application/json', 'x-total-count': String(total) }
    return Promise.resolve(new Response(JSON.stringify(rows), { headers }))
  })
  return {
    /** Others change a list, and the user comes back to the window. */
    change(path: string, rows: Served) {
      rowsOf[path] = rows
      focusManager.setFocused(false)
      focusManager.setFocused(true)
    },
  }
}

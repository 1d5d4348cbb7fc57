/** The Network Information API, which some browsers have. */
type Connection = { readonly saveData?: boolean; readonly effectiveType?: string }

declare global {
  interface Navigator {
    readonly connection?: Connection
  }
}

/** Whether the user has switched on data saving. */
export function savesData(): boolean {
  return navigator.connection?.saveData === true
}

/** Whether prefetching would delay other requests. */
export function isSlowConnection(): boolean {
  const { effectiveType = '4g' } = navigator.connection ?? {}
  return effectiveType !== '4g'
}

/** A first response that takes longer means a slow connection, also where the browser does not tell. */
const SLOW_RESPONSE_MS = 350

/** The same of the first script: its 75 kB take a second at 600 kbit/s. */
const SLOW_SCRIPT_MS = 1_000

/** Whether the page itself came over a slow connection. */
export function startedSlowly(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  const isLate =
    navigation instanceof PerformanceNavigationTiming &&
    navigation.responseStart - navigation.requestStart > SLOW_RESPONSE_MS
  const [script] = performance.getEntriesByName(import.meta.url)
  return isLate || (script !== undefined && script.duration > SLOW_SCRIPT_MS) || isSlowConnection()
}

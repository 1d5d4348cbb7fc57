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

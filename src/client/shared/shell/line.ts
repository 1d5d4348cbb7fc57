/** What some browsers tell of the line (Network Information API); the others say nothing. */
type Connection = { readonly saveData?: boolean; readonly effectiveType?: string }

declare global {
  interface Navigator {
    readonly connection?: Connection
  }
}

/** Whether somebody asked their browser to fetch no more than is needed. */
export function savesData(): boolean {
  return navigator.connection?.saveData === true
}

/** Whether what is fetched ahead for one thing would hold up the other. */
export function isSlowLine(): boolean {
  const { effectiveType = '4g' } = navigator.connection ?? {}
  return effectiveType !== '4g'
}

import type { Branding } from '#features/brand/api.ts'

/** Data that the server writes into the page, which saves requests. */
export interface PageData {
  branding: Branding
  /** The request had no session, and the HTML contains the sign-in page. */
  signedOut: boolean
}

const ELEMENT_ID = 'page-data'

/** The data as a script element. Its text is escaped, so that it cannot end the element. */
export function writePageData(data: PageData): string {
  const json = JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
  return `<script type="application/json" id="${ELEMENT_ID}">${json}</script>`
}

/** The data of this page; null if the server wrote none, as with `npm run dev`. */
export function readPageData(): PageData | null {
  const json = document.getElementById(ELEMENT_ID)?.textContent
  // Written by the server of the same release.
  return json ? (JSON.parse(json) as PageData) : null
}

import type { Branding } from '#domain/api/site.ts'

/** What the server knew when it sent the page, written into it so that nobody has to ask. */
export interface PageData {
  branding: Branding
  /** No session came with the request, and the sign-in page stands in the HTML already. */
  signedOut: boolean
}

const ELEMENT_ID = 'page-data'

/** The data as an element of the page. No text in it can end that element. */
export function writePageData(data: PageData): string {
  const json = JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
  return `<script type="application/json" id="${ELEMENT_ID}">${json}</script>`
}

/** The data of this page; null where the server put none in, as that of `npm run dev` does. */
export function readPageData(): PageData | null {
  const json = document.getElementById(ELEMENT_ID)?.textContent
  // Written by the server that this client was built for.
  return json ? (JSON.parse(json) as PageData) : null
}

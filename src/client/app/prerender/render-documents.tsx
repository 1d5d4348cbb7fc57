import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import type { RenderDocuments } from '#domain/api/site.ts'
import { App } from '#client/app/app.tsx'
import { writePageData, type PageData } from '#client/app/page-data.ts'
import { paths } from '#client/shared/shell/paths.ts'
import { composeTitle } from '#client/ui/page-title.ts'

/** What `index.html` leaves room for. */
const PLACES = { data: '<!--page-data-->', page: '<!--page-->' }
const TITLE = /(?<=<title>).*(?=<\/title>)/u

function renderSignInPage({ branding }: PageData): string {
  return renderToString(
    <Router ssrPath={paths.signIn}>
      <App branding={branding} />
    </Router>,
  )
}

function fill(template: string, title: string, data: PageData, page: string): string {
  // Functions: a "$" in a firm's name means nothing here.
  return template
    .replace(TITLE, () => renderToString(title))
    .replace(PLACES.data, () => writePageData(data))
    .replace(PLACES.page, () => page)
}

/**
 * Writes the firm into the pages, and the form into the sign-in page. Built into one file without dependencies, which
 * the server imports (docs/decisions/0009).
 */
export const renderDocuments: RenderDocuments = (templates, branding) => {
  const { firmName } = branding
  const title = composeTitle({ page: 'Sign In', site: firmName, errors: 0 })
  const signedOut = { branding, signedOut: true }
  return {
    signIn: fill(templates.signIn, title, signedOut, renderSignInPage(signedOut)),
    other: fill(templates.other, firmName, { branding, signedOut: false }, ''),
  }
}

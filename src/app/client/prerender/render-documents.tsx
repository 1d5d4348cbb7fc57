import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import type { RenderDocuments } from '#features/brand/api.ts'
import { App } from '#app/client/app.tsx'
import { writePageData, type PageData } from '#app/client/page-data.ts'
import { paths } from '#base/client/paths.ts'
import { composeTitle } from '#base/client/ui/page-title.ts'

/** The placeholders of `index.html`. */
const PLACEHOLDERS = { data: '<!--page-data-->', content: '<!--page-->' }
const TITLE = /(?<=<title>).*(?=<\/title>)/u

function renderSignInPage({ branding }: PageData): string {
  return renderToString(
    <Router ssrPath={paths.signIn}>
      <App branding={branding} />
    </Router>,
  )
}

function fill(template: string, title: string, data: PageData, content: string): string {
  // Functions, so that "$" in a firm's name is not a replacement pattern.
  return template
    .replace(TITLE, () => renderToString(title))
    .replace(PLACEHOLDERS.data, () => writePageData(data))
    .replace(PLACEHOLDERS.content, () => content)
}

/**
 * Fills the page templates with the branding, and the sign-in page with its form. Built into a single file without
 * dependencies for the server (docs/decisions/0009).
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

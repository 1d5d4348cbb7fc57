import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { Branding, RenderDocuments, SiteDocuments } from '#domain/api/site.ts'
import { clientFolder } from '#server/config/client-folder.ts'

const dist = new URL('../../../dist/', import.meta.url)
const renderer = new URL('prerender/render-documents.js', dist)

/** The pages as the build leaves them; null where nothing is built, as under `npm run dev`. */
export function readTemplates(): SiteDocuments | null {
  if (!existsSync(clientFolder) || !existsSync(renderer)) return null
  const read = (name: string) => readFileSync(new URL(`client/${name}`, dist), 'utf8')
  return { signIn: read('sign-in.html'), other: read('index.html') }
}

/** What a content policy says to let in the styles that stand in a page. */
export function inlineStyleSources(page: string): string[] {
  return [...page.matchAll(/<style>(.*?)<\/style>/gsu)].map(([, styles = '']) => {
    const hash = createHash('sha256').update(styles).digest('base64')
    return `'sha256-${hash}'`
  })
}

/** A page that is ready to be sent. */
export interface SitePage {
  html: string
  /** Changes with the page. */
  etag: string
}

function toPage(html: string): SitePage {
  return { html, etag: `W/"${createHash('sha256').update(html).digest('base64url')}"` }
}

/** The pages of this firm, written by the client's own components (docs/decisions/0009). */
export async function renderPages(
  templates: SiteDocuments,
  branding: Branding,
): Promise<Record<keyof SiteDocuments, SitePage>> {
  const { renderDocuments } = (await import(renderer.href)) as { renderDocuments: RenderDocuments }
  const { signIn, other } = renderDocuments(templates, branding)
  return { signIn: toPage(signIn), other: toPage(other) }
}

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Branding, RenderDocuments, SiteDocuments } from '#features/brand/api.ts'
import { paletteCss } from '#features/brand/rules/palette.ts'
import type { BrandingSettings } from '#features/brand/server/branding.ts'
import { clientFolder } from '#base/server/config/client-folder.ts'
import { productFile } from '#base/server/product-file.ts'

const renderer = productFile('dist/prerender/render-documents.js')

/** The built pages; null without a build, as under `npm run dev`. */
export function readTemplates(): SiteDocuments | null {
  if (!existsSync(clientFolder) || !existsSync(renderer)) return null
  const read = (name: string) => readFileSync(path.join(clientFolder, name), 'utf8')
  return { signIn: read('sign-in.html'), other: read('index.html') }
}

const ASSET = /^\/assets\/(?:[\w-][\w.-]*\/){0,2}[\w-][\w.-]*$/u
const releases = productFile('..')

/**
 * The client folder of another installed release that has a file: pages of the release before stay open after an upgrade,
 * and during one a page of the new release may ask a server of the old.
 */
export async function otherReleaseWith(address: string): Promise<string | undefined> {
  if (!ASSET.test(address) || path.basename(releases) !== 'releases') return undefined
  const folders = (await readdir(releases)).map((name) => path.join(releases, name, 'dist/client'))
  return folders.find((folder) => existsSync(path.join(folder, address)))
}

/** The content policy sources of a page's inline styles, which contain "<" themselves: "syntax:'<length>'". */
function inlineStyleSources(page: string): string[] {
  const [, ...rest] = page.split('<style>')
  return rest.map((text) => {
    const styles = text.slice(0, text.indexOf('</style>'))
    return `'sha256-${createHash('sha256').update(styles).digest('base64')}'`
  })
}

/** A page in all encodings. */
export interface SitePage {
  /** Changes with the page. */
  etag: string
  /** The body by encoding. */
  bodies: Readonly<Record<Encoding, Buffer>>
}

/** Encodings of pages, the best first. */
export const ENCODINGS = ['br', 'gzip', 'identity'] as const
type Encoding = (typeof ENCODINGS)[number]

/** With maximum compression, since each page is compressed only once. */
const encoders: Readonly<Record<Encoding, (html: Buffer) => Promise<Buffer>>> = {
  br: promisify(brotliCompress),
  gzip: (html) => promisify(gzip)(html, { level: constants.Z_BEST_COMPRESSION }),
  identity: (html) => Promise.resolve(html),
}

/** Compresses a page in all encodings. */
export async function toPage(html: string): Promise<SitePage> {
  const bodies = await Promise.all(
    ENCODINGS.map(async (name) => [name, await encoders[name](Buffer.from(html))] as const),
  )
  return {
    etag: `W/"${createHash('sha256').update(html).digest('base64url')}"`,
    bodies: Object.fromEntries(bodies) as Record<Encoding, Buffer>,
  }
}

/** The sign-in page has the colours in its own styles, other pages load them: the content policy stays as it is. */
function withColours(
  { signIn, other }: SiteDocuments,
  { primary, accent }: NonNullable<BrandingSettings['colours']>,
): SiteDocuments {
  const css = paletteCss(primary, accent)
  const address = `/brand/colours-${primary.slice(1)}-${accent.slice(1)}.css`
  return {
    signIn: signIn.replace('</style>', `${css}</style>`),
    other: other.replace('</head>', `  <link rel="stylesheet" href="${address}">\n  </head>`),
  }
}

/** The firm's pages, rendered with the client's components (docs/decisions/0009). */
export async function renderPages(
  templates: SiteDocuments,
  branding: Branding,
  colours: BrandingSettings['colours'],
): Promise<Record<keyof SiteDocuments, SitePage> & { styles: string[] }> {
  const { renderDocuments } = (await import(pathToFileURL(renderer).href)) as {
    renderDocuments: RenderDocuments
  }
  const documents = renderDocuments(templates, branding)
  const { signIn, other } = colours === null ? documents : withColours(documents, colours)
  return {
    signIn: await toPage(signIn),
    other: await toPage(other),
    styles: inlineStyleSources(signIn),
  }
}

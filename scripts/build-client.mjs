import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { exceededBudgets } from './budgets.mjs'
import { compressFiles } from './compress-files.mjs'
import { SetupError } from './ensure.mjs'
import { commandOf, inRoot } from './project.mjs'
import { run } from './run.mjs'

/** What writes the firm and the sign-in form into the pages, from the folder that Vite works in. */
const RENDERER = 'prerender/render-documents.tsx'
const CLIENT = inRoot('dist', 'client')
const SIGN_IN_PAGE = path.join(CLIENT, 'sign-in.html')
const STYLES = /(?<=<style>).*(?=<\/style>)/s

/**
 * Builds the client, and what writes the firm into its pages.
 *
 * @throws SetupError where that fails, or the client has grown too large
 */
export async function buildClient(node) {
  const vite = (...args) => run(node, [commandOf('vite'), 'build', '--logLevel', 'warn', ...args])
  const codes = await Promise.all([vite(), vite('--ssr', RENDERER)])
  if (codes.some((code) => code !== 0)) {
    throw new SetupError('The client could not be built; the reason is above.')
  }
  await pruneSignInPage()
  requireBudgets()
  await compressFiles(CLIENT)
}

/** A firm that has everything that the sign-in page can show. */
const EVERYTHING = {
  firmName: 'Firm',
  tagline: 'Tagline',
  logoUrl: '/logo.svg',
  supportEmail: 'support@firm.example',
  supportPhone: '+27 21 555 0100',
  termsUrl: '/terms',
  privacyUrl: '/privacy',
  learnMoreUrl: '/about',
  builderName: 'Builder',
  builderUrl: '/builder',
  demo: true,
  selfRegistration: true,
  sendsEmail: true,
  showsOutbox: true,
}

/**
 * Leaves in the sign-in page only the styles of what it is painted with: those of every other screen come with the
 * stylesheet.
 */
async function pruneSignInPage() {
  // It needs packages, which may not have been there when this file was read.
  const { pruneStyles, shownIn } = await import('./prune-styles.mjs')
  const renderer = pathToFileURL(inRoot('dist', 'prerender', 'render-documents.js'))
  const { renderDocuments } = await import(`${renderer.href}?${Date.now()}`)
  const page = readFileSync(SIGN_IN_PAGE, 'utf8')
  const firms = [EVERYTHING, { ...EVERYTHING, logoUrl: null, sendsEmail: false, selfRegistration: false }]
  const shown = firms.map((firm) => renderDocuments({ signIn: page, other: '' }, firm).signIn).join('')
  const parts = shownIn(shown)
  writeFileSync(
    SIGN_IN_PAGE,
    page.replace(STYLES, (styles) => pruneStyles(styles, parts)),
  )
}

function requireBudgets() {
  const exceeded = exceededBudgets(CLIENT)
  if (exceeded.length === 0) return
  throw new SetupError(
    [
      'The client has grown too large (scripts/budgets.mjs says what is permitted, and why):',
      ...exceeded,
    ].join('\n'),
  )
}

import { exceededBudgets } from './budgets.mjs'
import { compressFiles } from './compress-files.mjs'
import { SetupError } from './ensure.mjs'
import { commandOf, inRoot } from './project.mjs'
import { run } from './run.mjs'

/** What writes the firm and the sign-in form into the pages, from the folder that Vite works in. */
const RENDERER = 'prerender/render-documents.tsx'
const CLIENT = inRoot('dist', 'client')

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
  requireBudgets()
  await compressFiles(CLIENT)
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

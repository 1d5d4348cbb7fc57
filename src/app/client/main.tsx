import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { readPageData } from './page-data.ts'
import { prefetchHome } from './prefetch.ts'
import { routes } from './routes.ts'
import { SIGNED_OUT, session } from '#features/access/client/session.ts'
import { plainPath, paths } from '#base/client/paths.ts'
import { startedSlowly } from '#base/client/lib/connection.ts'
import { applyStylesheet } from './prerender/apply-stylesheet.ts'
import { keepTyping } from './prerender/keep-typing.ts'
import '#base/client/ui/styles/main.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

const known = readPageData()
if (known?.signedOut) session.set(SIGNED_OUT)
// Even on a signed-out page: the browser may have cached it before the user signed in.
void session.ask()
/** On a slow connection, web fonts wait for the code of the first page. */
const FONTS_LATER_MS = 10_000

const app = (
  <StrictMode>
    <App branding={known?.branding} />
  </StrictMode>
)

if (known?.signedOut) {
  // The server renders the sign-in page at the home address too.
  if (plainPath(location.pathname) !== paths.signIn) history.replaceState(null, '', paths.signIn)
  if (startedSlowly()) {
    prefetchHome(routes)
    setTimeout(applyStylesheet, FONTS_LATER_MS)
  } else applyStylesheet()
  hydrateRoot(root, app, { onRecoverableError: keepTyping(root) })
} else {
  createRoot(root).render(app)
}

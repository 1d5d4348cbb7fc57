import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { fillCache, readPageData } from './app/page-data.ts'
import { pathAt, paths } from './shell/paths.ts'
import { createQueryClient } from './lib/query-client.ts'
import { applyStylesheet } from './prerender/apply-stylesheet.ts'
import { keepTyping } from './prerender/keep-typing.ts'
import './styles/main.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

const cache = createQueryClient()
const known = readPageData()
if (known) fillCache(cache, known)
const app = (
  <StrictMode>
    <App cache={cache} />
  </StrictMode>
)

if (known?.signedOut) {
  // The server shows the sign-in page at the home address too.
  if (pathAt(location.pathname) !== paths.signIn) history.replaceState(null, '', paths.signIn)
  applyStylesheet()
  hydrateRoot(root, app, { onRecoverableError: keepTyping(root) })
} else {
  createRoot(root).render(app)
}

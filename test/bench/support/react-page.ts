import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { makeFolder } from '#test/support/quick-folder.ts'

const PACKAGES = fileURLToPath(new URL('../../../node_modules', import.meta.url))

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Nothing but React</title>
  </head>
  <body>
    <div id="root"></div>
    <script type="module" src="/main.js"></script>
  </body>
</html>`

const SCRIPT = `import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
createRoot(document.getElementById('root')).render(createElement('h1', null, 'Nothing but React'))`

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' }

/**
 * Serves a page with only React from memory, built and compressed as the product is. @returns its address, and that of
 * a page on another site
 */
export async function startReactPage(): Promise<{ url: string; elsewhere: string; stop: () => void }> {
  const files = await buildReactPage()
  const server = createServer((request, response) => {
    const name = request.url === '/' ? '/index.html' : (request.url ?? '')
    const body = files.get(name)
    if (body === undefined) return response.writeHead(404).end()
    const headers = { 'content-type': TYPES[path.extname(name)], 'content-encoding': 'br' }
    return response.writeHead(200, { ...headers, 'content-length': body.length }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    elsewhere: `http://localhost:${port}/`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Its files by address, compressed. */
async function buildReactPage(): Promise<Map<string, Buffer>> {
  const root = makeFolder('onboarding-react-', tmpdir())
  try {
    writeFileSync(path.join(root, 'index.html'), PAGE)
    writeFileSync(path.join(root, 'main.js'), SCRIPT)
    const alias = Object.fromEntries(['react', 'react-dom'].map((name) => [name, path.join(PACKAGES, name)]))
    await build({ root, configFile: false, logLevel: 'error', resolve: { alias } })
    const built = path.join(root, 'dist')
    const names = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter(
      (name) => path.extname(name) !== '',
    )
    return new Map(
      names.map((name) => [`/${name}`, brotliCompressSync(readFileSync(path.join(built, name)))]),
    )
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

import { ensure, main } from './ensure.mjs'
import { commandOf, inRoot } from './project.mjs'
import { envFileOption, serve } from './serve.mjs'

/** Where vite.config.ts passes API calls on to. */
const SERVER = { HOST: '127.0.0.1', PORT: '3000' }

await main(async () => {
  const node = await ensure()
  const server = serve(
    node,
    [
      ...envFileOption(),
      '--watch-path=src/server',
      '--watch-path=src/domain',
      '--watch-preserve-output',
      inRoot('src', 'server', 'main.ts'),
    ],
    { env: SERVER },
  )
  const client = serve(node, [commandOf('vite')])
  return Promise.race([server, client])
})

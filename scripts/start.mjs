import { buildClientIfNeeded } from './build.mjs'
import { ensure, main } from './ensure.mjs'
import { inRoot } from './project.mjs'
import { envFileOption, serve } from './serve.mjs'
import { SERVER_ENVIRONMENT, SERVER_OPTIONS } from './server-options.mjs'

await main(async () => {
  const node = await ensure()
  await buildClientIfNeeded(node)
  const program = [...SERVER_OPTIONS, ...envFileOption(), inRoot('src', 'server', 'main.ts')]
  return serve(node, program, { env: SERVER_ENVIRONMENT })
})

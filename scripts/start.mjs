import { buildIfNeeded } from './build.mjs'
import { ensure, main } from './ensure.mjs'
import { BUILT_SERVER } from './project.mjs'
import { envFileOption, serve } from './serve.mjs'
import { SERVER_ENVIRONMENT, SERVER_OPTIONS } from './server-options.mjs'

await main(async () => {
  const node = await ensure()
  await buildIfNeeded(node)
  const program = [...SERVER_OPTIONS, ...envFileOption(), BUILT_SERVER]
  return serve(node, program, { env: SERVER_ENVIRONMENT })
})

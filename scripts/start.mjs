import { buildIfNeeded } from './build.mjs'
import { ensure, main } from './ensure.mjs'
import { BUILT_SERVER } from './project.mjs'
import { envFileOption, serve } from './serve.mjs'

await main(async () => {
  const node = await ensure()
  await buildIfNeeded(node)
  return serve(node, [...envFileOption(), BUILT_SERVER])
})

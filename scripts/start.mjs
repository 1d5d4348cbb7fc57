import { buildClientIfNeeded } from './build.mjs'
import { ensure, main } from './ensure.mjs'
import { inRoot } from './project.mjs'
import { envFileOption, serve } from './serve.mjs'

await main(async () => {
  const node = await ensure()
  await buildClientIfNeeded(node)
  return serve(node, [...envFileOption(), inRoot('src', 'server', 'main.ts')])
})

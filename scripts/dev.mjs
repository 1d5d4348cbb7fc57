import { ensure, main } from './ensure.mjs'
import { commandOf, inRoot } from './project.mjs'
import { envFileOption, serve } from './serve.mjs'

/** Where vite.config.ts passes API calls on to. */
const SERVER = { HOST: '127.0.0.1', PORT: '3000' }

await main(async () => {
  const node = await ensure()
  const program = ['--watch', '--watch-preserve-output', inRoot('src', 'app', 'server', 'main.ts')]
  const stop = new AbortController()
  const options = { env: SERVER, signal: stop.signal }
  const ends = [
    serve(node, [...envFileOption(), ...program], options),
    serve(node, [commandOf('vite')], options),
  ]
  const code = await Promise.race(ends)
  stop.abort()
  await Promise.all(ends)
  return code
})

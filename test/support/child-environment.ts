import { fileURLToPath } from 'node:url'

/**
 * Environment of each product process before its own settings; nothing else is inherited. Like `npm start`, it enables
 * Node's compile cache, which saves a third of the start.
 */
export const childEnvironment = {
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)),
}

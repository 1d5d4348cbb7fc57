import { SetupError } from './ensure.mjs'
import { commandOf } from './project.mjs'
import { capture } from './run.mjs'

/**
 * Builds the server into dist/server (rolldown.config.ts).
 *
 * @throws SetupError where that fails, with the reason
 */
export async function buildServer(node) {
  const { code, output } = await capture(node, [commandOf('rolldown'), '--config', 'rolldown.config.ts'])
  if (code !== 0) throw new SetupError(`The server could not be built:\n${output}`)
}

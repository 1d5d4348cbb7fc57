import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from './child-environment.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const OPEN_AT = / is open at (\S+)/u
const START_TIMEOUT_MS = 60_000

/** The server as a separate process. */
export interface ServerProcess {
  process: ChildProcess
  url: string
}

/**
 * Starts the server as `npm start` does, with only the given environment. It ends with this process.
 *
 * @param onOutput receives its output
 * @param entry the program, if not the product's entry point
 * @param root the folder of another version
 * @throws Error with the server's output if it does not start
 */
export async function startServerProcess(
  environment: Readonly<Record<string, string>>,
  onOutput: (text: string) => void = () => undefined,
  entry?: string,
  root?: string,
): Promise<ServerProcess> {
  const server = spawnServer(environment, entry, root)
  let output = ''
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const timer = setTimeout(
    () => reject(new Error(`The server did not come up:\n${output}`)),
    START_TIMEOUT_MS,
  )
  const listen = (chunk: Buffer) => {
    output += chunk.toString()
    onOutput(chunk.toString())
    const [, url] = OPEN_AT.exec(output) ?? []
    if (url !== undefined) resolve(url)
  }
  server.stdout?.on('data', listen)
  server.stderr?.on('data', listen)
  server.once('exit', () => reject(new Error(`The server ended:\n${output}`)))
  try {
    return { process: server, url: await promise }
  } finally {
    clearTimeout(timer)
  }
}

/** One worker by default, on any number of cores. */
const ONE_SERVER = { WORKERS: '1' }

/** Starts the server without waiting for it. */
export function spawnServer(
  environment: Readonly<Record<string, string>>,
  entry = 'dist/server/main.mjs',
  root = ROOT,
): ChildProcess {
  return spawn(process.execPath, ['--import', './scripts/end-with-parent.mjs', entry], {
    cwd: root,
    env: { ...childEnvironment, ...ONE_SERVER, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
}

/** Ends a process, and waits for its exit. */
export async function endProcess(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill(signal)
  await ended
}

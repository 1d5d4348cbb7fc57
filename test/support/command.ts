import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from './child-environment.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Output and exit code of a command. */
export interface CommandOutcome {
  code: number | null
  /** Both streams, in order of arrival. */
  output: string
}

/** A running command. */
export interface StartedCommand {
  process: ChildProcess
  outcome: Promise<CommandOutcome>
}

/**
 * Starts an operator's command as a process, with only the given environment.
 *
 * @param options the working folder, whose `.env` is read, and the user
 */
export function startCommand(
  file: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  options: { cwd?: string; uid?: number; gid?: number } = {},
): StartedCommand {
  // As in package.json: after `--` Node leaves `--env-file` to the command.
  const endWithParent = path.join(ROOT, 'scripts/end-with-parent.mjs')
  const command = spawn(process.execPath, ['--import', endWithParent, '--', path.join(ROOT, file), ...args], {
    cwd: tmpdir(),
    ...options,
    env: { ...childEnvironment, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [command.stdout, command.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const outcome = once(command, 'close').then(() => ({ code: command.exitCode, output }))
  return { process: command, outcome }
}

/** Runs an operator's command to its end. */
export function runCommandFile(
  file: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  options?: Parameters<typeof startCommand>[3],
): Promise<CommandOutcome> {
  return startCommand(file, args, environment, options).outcome
}

/** Settings of a command for a test server's database and files. */
export function environmentOf({
  dataDir,
  databaseUrl = '',
  encryptionKeys = '',
}: {
  dataDir: string
  databaseUrl?: string | undefined
  encryptionKeys?: string | undefined
}): Record<string, string> {
  return { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ENCRYPTION_KEY: encryptionKeys }
}

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from './child-environment.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** The output and exit code of a command. */
export interface CommandOutcome {
  code: number | null
  /** Both streams, in order of arrival. */
  output: string
}

/** A command that runs. */
export interface StartedCommand {
  process: ChildProcess
  outcome: Promise<CommandOutcome>
}

/** Starts an operator's command as a process, with only the given environment. */
export function startCommand(
  file: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): StartedCommand {
  const command = spawn(process.execPath, ['--import', './scripts/end-with-parent.mjs', file, ...args], {
    cwd: ROOT,
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

/** Runs one of the operators' commands to its end. */
export function runCommandFile(
  file: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<CommandOutcome> {
  return startCommand(file, args, environment).outcome
}

/** What a command needs to work on the database and the files of a test server. */
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

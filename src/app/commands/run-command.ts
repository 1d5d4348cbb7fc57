import { trustExtraCertificates } from '#base/server/config/extra-certificates.ts'
import { commandCall } from '#base/server/command-call.ts'
import { explainStartError } from '#base/server/config/explain-start-error.ts'
import { print, printError, printNotice } from '#base/server/logging/terminal.ts'
import {
  parseArguments,
  UsageError,
  type CommandArguments,
  type CommandOptions,
  type FileCount,
} from './command-arguments.ts'
import { loadEnvironment } from './configuration.ts'

/** A command for operators. */
export interface Command<Given extends CommandOptions> {
  /** Its name among the scripts of package.json. */
  name: string
  /** Its arguments, as the usage shows them. */
  usage: string
  options: Given
  /** Files or folders without an option. Default: none. */
  files?: FileCount
  /**
   * Runs the command.
   *
   * @returns the exit code unless it is 0
   */
  run: (given: CommandArguments<Given>) => Promise<number | void>
}

/**
 * Runs a command with its arguments and the settings of `.env` or `--env-file`: errors are printed as plain messages
 * without stack, with exit code 1.
 */
export async function runCommand<const Given extends CommandOptions>({
  name,
  usage,
  options,
  files,
  run,
}: Command<Given>): Promise<void> {
  const fullUsage = `Usage: ${commandCall(name, `${usage} [--env-file FILE]`.trimStart())}\n`
  try {
    const given = parseArguments(process.argv.slice(2), options, files)
    if (given.help) return print(fullUsage)
    loadEnvironment(given.envFiles)
    trustExtraCertificates(process.env['NODE_EXTRA_CA_CERTS'])
    process.exitCode = (await run(given)) ?? 0
  } catch (error) {
    printError(new Error(explainStartError(error, process.env)))
    if (error instanceof UsageError) printNotice(fullUsage)
    process.exitCode = 1
  }
}

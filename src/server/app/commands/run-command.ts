import { parseArgs, type ParseArgsConfig } from 'node:util'
import { trustExtraCertificates } from '#server/platform/config/extra-certificates.ts'
import { printError, printNotice } from '#server/platform/logging/terminal.ts'
import { loadEnvironment } from './configuration.ts'

type Options = NonNullable<ParseArgsConfig['options']>
type Parsed<Given extends Options> = ReturnType<
  typeof parseArgs<{ options: Given; allowPositionals: true; strict: true }>
>

/** A command for operators (`npm run …`). */
export interface Command<Given extends Options> {
  /** Usage, printed after a wrong call. */
  usage: string
  options: Given
  /**
   * Runs the command.
   *
   * @returns the exit code unless it is 0
   */
  run: (given: Parsed<Given>) => Promise<number | void>
}

/** The arguments do not match the usage. */
export class UsageError extends Error {}

/** Options of every command. */
const COMMON_OPTIONS = { 'env-file': { type: 'string', multiple: true } } as const

/**
 * Runs a command with its arguments and the settings of `.env` or `--env-file`: errors are printed as plain messages
 * without stack, with exit code 1.
 */
export async function runCommand<Given extends Options>({
  usage,
  options,
  run,
}: Command<Given>): Promise<void> {
  try {
    refuseOptionsTakenByNpm(options)
    const { values, positionals, envFiles } = parse(options)
    loadEnvironment(envFiles)
    trustExtraCertificates(process.env['NODE_EXTRA_CA_CERTS'])
    process.exitCode = (await run({ values, positionals } as Parsed<Given>)) ?? 0
  } catch (error) {
    printError(error)
    if (error instanceof UsageError) printNotice(`Usage: ${usage} [--env-file FILE]\n`)
    process.exitCode = 1
  }
}

/**
 * Without `--` npm consumes options and passes on the rest: `npm run retention --dry-run` would erase. npm sets an
 * environment variable for each of them.
 */
function refuseOptionsTakenByNpm(options: Options): void {
  const taken = Object.keys({ ...options, ...COMMON_OPTIONS }).filter(
    (name) => process.env[`npm_config_${name.replaceAll('-', '_')}`] !== undefined,
  )
  if (taken.length === 0) return
  const given = taken.map((name) => `--${name}`).join(' ')
  throw new UsageError(
    `npm kept ${given} for itself, so nothing was done: put "--" before the options of the command.`,
  )
}

function parse(options: Options) {
  try {
    const { values, positionals } = parseArgs({
      options: { ...options, ...COMMON_OPTIONS },
      allowPositionals: true,
      strict: true,
    })
    const { 'env-file': envFiles = [], ...own } = values
    return { values: own, positionals, envFiles }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

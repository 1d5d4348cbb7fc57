import { createRequire } from 'node:module'
import path from 'node:path'
import { parseArgs, type ParseArgsOptionDescriptor } from 'node:util'

/** Options by name. `path: true` makes a value absolute: the path of a file or folder. */
export type CommandOptions = Record<string, ParseArgsOptionDescriptor & { path?: true }>

/** How many files or folders a command takes without an option. */
export interface FileCount {
  min: number
  max: number
}

/** The arguments do not match the usage. */
export class UsageError extends Error {}

/** Options of every command. */
const COMMON_OPTIONS = {
  'env-file': { type: 'string', multiple: true, default: [], path: true },
  help: { type: 'boolean', short: 'h', default: false },
} as const satisfies CommandOptions

/** What a command was called with. */
export interface CommandArguments<Given extends CommandOptions> {
  values: ReturnType<typeof parseArgs<{ options: Given; strict: true }>>['values']
  /** Absolute paths. */
  files: string[]
  /** Files of `--env-file`. */
  envFiles: string[]
  help: boolean
}

/**
 * Parses the arguments of a command: what it did not declare is refused, and relative paths start where the user is.
 *
 * @throws UsageError
 */
export function parseArguments<const Given extends CommandOptions>(
  args: readonly string[],
  options: Given,
  count: FileCount = { min: 0, max: 0 },
): CommandArguments<Given> {
  const all: CommandOptions = { ...options, ...COMMON_OPTIONS }
  refuseOptionsTakenByNpm(Object.keys(all))
  const { values, positionals } = parse(args, all)
  const help = values['help'] === true
  if (!help) requireCount(positionals, count)
  for (const [name, { path: isPath }] of Object.entries(all)) {
    const value = values[name]
    if (isPath !== true || value === undefined || typeof value === 'boolean') continue
    values[name] = Array.isArray(value) ? value.map((file) => fromUser(String(file))) : fromUser(value)
  }
  return {
    values: values as CommandArguments<Given>['values'],
    files: positionals.map(fromUser),
    envFiles: values['env-file'] as string[],
    help,
  }
}

function parse(args: readonly string[], options: CommandOptions) {
  try {
    // `npm run NAME -- -- --option` and `onboarding NAME -- --option` pass a `--` on.
    return parseArgs({
      args: args[0] === '--' ? args.slice(1) : [...args],
      options,
      allowPositionals: true,
      strict: true,
    })
  } catch (error) {
    // Node's advice ends in how to pass the option as a positional, which would be refused as well.
    throw new UsageError(
      `${error instanceof Error ? error.message.replace(/\. To specify a positional.*$/su, '') : String(error)}. Nothing was done.`,
    )
  }
}

function requireCount(given: readonly string[], { min, max }: FileCount): void {
  const [extra] = given.slice(max)
  if (extra !== undefined) throw new UsageError(`Unexpected argument "${extra}". Nothing was done.`)
  if (given.length < min) throw new UsageError('A file or folder is missing. Nothing was done.')
}

/** npm and bin/onboarding change the folder, and say in `INIT_CWD` where the user is. */
function fromUser(file: string): string {
  return path.resolve(process.env['INIT_CWD'] ?? '', file)
}

/**
 * Without `--` npm consumes options and passes on the rest: `npm run retention --dry-run` would erase. npm sets an
 * environment variable for each of them, misspelt ones included.
 */
function refuseOptionsTakenByNpm(declared: readonly string[]): void {
  const isTaken = (name: string) => process.env[`npm_config_${name.replaceAll('-', '_')}`] !== undefined
  const taken = new Set([...[...declared, 'dry-run'].filter(isTaken), ...unknownToNpm()])
  const given = [...taken].map((name) => `--${name}`).join(' ')
  if (given === '') return
  throw new UsageError(
    `npm kept ${given} for itself, so nothing was done: put "--" before the options of the command.`,
  )
}

/** The flags that npm was given and does not have itself. */
function unknownToNpm(): string[] {
  const flags = Object.entries(process.env).flatMap(([name, value]) =>
    name.startsWith('npm_config_') && value === 'true'
      ? [name.slice('npm_config_'.length).replaceAll('_', '-')]
      : [],
  )
  if (flags.length === 0) return []
  try {
    const npm = createRequire(process.env['npm_execpath'] ?? '')
    const { definitions } = npm('@npmcli/config/lib/definitions') as { definitions: object }
    return flags.filter((name) => !(name in definitions))
  } catch {
    // Another program than npm, or an npm without this file.
    return []
  }
}

import { parseArgs, type ParseArgsConfig } from 'node:util'
import { printError, printNotice } from '#server/platform/logging/terminal.ts'

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

/** Runs a command with its arguments: errors are printed as plain messages without stack, with exit code 1. */
export async function runCommand<Given extends Options>({
  usage,
  options,
  run,
}: Command<Given>): Promise<void> {
  try {
    process.exitCode = (await run(parse(options))) ?? 0
  } catch (error) {
    printError(error)
    if (error instanceof UsageError) printNotice(`Usage: ${usage}\n`)
    process.exitCode = 1
  }
}

function parse<Given extends Options>(options: Given): Parsed<Given> {
  try {
    return parseArgs({ options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

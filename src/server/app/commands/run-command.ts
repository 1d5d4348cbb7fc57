import { parseArgs, type ParseArgsConfig } from 'node:util'
import { printError, printNotice } from '#server/platform/logging/terminal.ts'

type Options = NonNullable<ParseArgsConfig['options']>
type Parsed<Given extends Options> = ReturnType<
  typeof parseArgs<{ options: Given; allowPositionals: true; strict: true }>
>

/** A command that an operator types (`npm run …`). */
export interface Command<Given extends Options> {
  /** How it is called, for whoever called it otherwise. */
  usage: string
  options: Given
  /** Does the work. @returns the exit code where it is not 0 */
  run: (given: Parsed<Given>) => Promise<number | void>
}

/** What was typed is not how the command is called. */
export class UsageError extends Error {}

/**
 * Runs a command on what was typed: what goes wrong is said in plain words, without a stack, and ends in exit code 1.
 */
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

import { createInterface, type Interface } from 'node:readline/promises'
import { reasonOf } from './describe-error.ts'

/** Prints the result of a command or start to standard output, unredacted. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** Prints a notice to standard error. */
export function printNotice(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** Prints an error as a plain message: no stack, and no values of a failed statement. */
export function printError(error: unknown): void {
  printNotice(`\n${reasonOf(error)}\n`)
}

/** Opens a prompt that asks on standard error, or null where there is no terminal. */
export function openPrompt(): Interface | null {
  return process.stdin.isTTY ? createInterface({ input: process.stdin, output: process.stderr }) : null
}

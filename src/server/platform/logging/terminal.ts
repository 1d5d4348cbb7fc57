import { reasonOf } from './describe-error.ts'

/** Tells whoever started a command or the server what came of it, on standard output: what they asked for, whole. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** Tells them on standard error what they should know beside it. */
export function printNotice(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** Tells them what went wrong, in plain words: no stack, and none of the values of a statement that failed. */
export function printError(error: unknown): void {
  printNotice(`\n${reasonOf(error)}\n`)
}

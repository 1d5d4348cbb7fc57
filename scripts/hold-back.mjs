import { AsyncLocalStorage } from 'node:async_hooks'

/** What is written by whatever runs beside others, each part of it into a list of its own. */
const held = new AsyncLocalStorage()

/**
 * Runs something beside others. What it writes, and what the programs write that it runs (`run.mjs`), is kept instead of
 * mixed with what the others write.
 */
export function holdBack(work) {
  listen()
  const said = []
  return { said, ended: held.run(said, work) }
}

/** Where what is written now is kept; nothing where it is not. */
export function heldHere() {
  return held.getStore()
}

let isListening = false

/** From now on, what is written where something is held back goes there. */
function listen() {
  if (isListening) return
  isListening = true
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream)
    stream.write = (text, ...rest) => {
      const said = held.getStore()
      if (said === undefined) return write(text, ...rest)
      said.push(text)
      return true
    }
  }
}

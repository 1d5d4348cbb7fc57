import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Longer than a leader's lease, so that a killed leader returns only after a failover. */
const STARTED_AGAIN_AFTER_MS = 20_000
const STOPS_WITHIN_MS = 30_000

/**
 * Restarts programs that exit, as a service manager does.
 *
 * @param logs folder of their logs
 * @param onChange receives process ids by name after each change
 */
export function createProcesses(logs, onChange) {
  const running = new Map()
  let isStopping = false
  const launch = (name, command, args, options) => {
    const log = openSync(path.join(logs, `${name}.log`), 'a')
    // a process group of its own, so that a terminal's Ctrl+C only reaches the parent, which stops all in order
    const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', log, log] })
    const ended = new Promise((resolve) => {
      child.once('error', resolve)
      child.once('exit', resolve)
    })
    running.set(name, { child, ended })
    onChange(Object.fromEntries([...running].map(([key, { child: one }]) => [key, one.pid])))
    void ended.then(async () => {
      if (isStopping) return
      await wait(STARTED_AGAIN_AFTER_MS)
      if (!isStopping) launch(name, command, args, options)
    })
  }
  return {
    launch,
    /** Stops them in the order of the names; names in one row together. */
    async stop(...rows) {
      isStopping = true
      for (const names of rows) await Promise.all(names.map((name) => end(running.get(name))))
    },
  }
}

async function end(one) {
  if (one === undefined || one.child.exitCode !== null || one.child.signalCode !== null) return
  one.child.kill('SIGTERM')
  const late = setTimeout(() => one.child.kill('SIGKILL'), STOPS_WITHIN_MS)
  await one.ended
  clearTimeout(late)
}

#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { WebSocket, WebSocketServer, type RawData } from 'ws'

/**
 * Starts Firefox as Playwright expects, with the same arguments and output. Their protocol passes through a proxy
 * (docs/decisions/0052): Playwright sets a colour scheme for every context by a command that Firefox ESR lacks. The
 * proxy reports success, and the scheme stays light. All other messages pass unchanged.
 */
const NOT_EVERYWHERE = 'emulation.setMediaFeaturesOverride'

const LISTENS = /WebDriver BiDi listening on (ws:\S+)/u

const firefox = spawn(process.env['TEST_IN_FIREFOX'] ?? 'firefox', process.argv.slice(2), {
  stdio: ['ignore', 'ignore', 'pipe'],
})
firefox.once('exit', (code) => process.exit(code ?? 1))
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => firefox.kill(signal))
createInterface(firefox.stderr).on('line', (line) => {
  const [, address] = LISTENS.exec(line) ?? []
  if (address === undefined) print(line)
  else relay(address)
})

function print(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** Listens instead of Firefox, and prints its own address in Firefox's format. */
function relay(address: string): void {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('listening', () => {
    const open = server.address()
    if (open === null || typeof open === 'string') throw new Error('A port was asked for.')
    print(`WebDriver BiDi listening on ws://127.0.0.1:${open.port}`)
  })
  server.on('connection', (near, { url = '/' }) => connect(near, new WebSocket(address + url)))
}

function connect(near: WebSocket, far: WebSocket): void {
  /** Ids of commands that may be unknown. */
  const asked = new Set<unknown>()
  const isOpen = new Promise((resolve) => far.once('open', resolve))
  near.on('message', async (data) => {
    const text = textOf(data)
    const { id, method } = read(text)
    if (method === NOT_EVERYWHERE) asked.add(id)
    await isOpen
    far.send(text)
  })
  far.on('message', (data) => {
    const text = textOf(data)
    const { id, error } = read(text)
    const isUnknown = asked.delete(id) && error === 'unknown command'
    near.send(isUnknown ? JSON.stringify({ type: 'success', id, result: {} }) : text)
  })
  near.on('close', () => far.close())
  far.on('close', () => near.close())
  far.on('error', () => near.close())
}

function textOf(data: RawData): string {
  if (!Buffer.isBuffer(data)) throw new Error('A message comes in one piece.')
  return data.toString()
}

function read(text: string): { id?: unknown; method?: unknown; error?: unknown } {
  const message: unknown = JSON.parse(text)
  return typeof message === 'object' && message !== null ? message : {}
}

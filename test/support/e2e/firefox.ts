#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { WebSocket, WebSocketServer, type RawData } from 'ws'

/**
 * Starts Firefox as Playwright expects, with the same arguments and output. Their protocol passes through a proxy
 * (docs/decisions/0052): Playwright prepares each context by commands that Firefox ESR lacks, such as for a colour scheme,
 * further headers and the folder of downloads. The proxy reports success: nothing is emulated, and a preference names the
 * folder (playwright.config.ts). All other messages pass unchanged.
 */
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
  const isOpen = new Promise((resolve) => far.once('open', resolve))
  near.on('message', async (data) => {
    await isOpen
    far.send(textOf(data))
  })
  far.on('message', (data) => {
    const text = textOf(data)
    const { id, error } = read(text)
    const isUnknown = error === 'unknown command'
    near.send(isUnknown ? JSON.stringify({ type: 'success', id, result: { collector: '' } }) : text)
  })
  near.on('close', () => far.close())
  far.on('close', () => near.close())
  far.on('error', () => near.close())
}

function textOf(data: RawData): string {
  if (!Buffer.isBuffer(data)) throw new Error('A message comes in one piece.')
  return data.toString()
}

function read(text: string): { id?: unknown; error?: unknown } {
  const message: unknown = JSON.parse(text)
  return typeof message === 'object' && message !== null ? message : {}
}

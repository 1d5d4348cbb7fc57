import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '#test/support/free-port.ts'
import { until } from './until.ts'

/** Debian's minimal browser for WebKitGTK. */
const MINI_BROWSER = '/usr/{lib/*,libexec}/webkit{2,}gtk-*/MiniBrowser'

/** The commands that pages need: in Firefox's own protocol, and by HTTP (W3C WebDriver). */
const commands = {
  goTo: ['WebDriver:Navigate', '/url'],
  back: ['WebDriver:Back', '/back'],
  forward: ['WebDriver:Forward', '/forward'],
  reload: ['WebDriver:Refresh', '/refresh'],
  run: ['WebDriver:ExecuteScript', '/execute/sync'],
  click: ['WebDriver:ElementClick', '/element/{id}/click'],
  clear: ['WebDriver:ElementClear', '/element/{id}/clear'],
  type: ['WebDriver:ElementSendKeys', '/element/{id}/value'],
} as const

type Command = keyof typeof commands

/** What a command is about, by the names that WebDriver gives it; `id` of an element. */
interface Parameters {
  id?: string
  url?: string
  text?: string
  script?: string
  args?: unknown[]
}

/** A browser that does as told over WebDriver. */
export interface WebDriver {
  /** Where it saves files without asking; null where it saves none. */
  downloads: string | null
  send: (command: Command, parameters?: Parameters) => Promise<unknown>
  close: () => Promise<void>
}

/** Debian's WebKit, the engine of Safari, on a virtual screen. @param program WebKitWebDriver */
export async function openWebKit(program: string): Promise<WebDriver> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const display = `:${await firstLineOf(screen)}`
  const port = await freePort()
  const env = { ...process.env, DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: '1' }
  const service = spawn(program, [`--port=${port}`, '--host=127.0.0.1'], { env, stdio: 'ignore' })
  const origin = `http://127.0.0.1:${port}`
  await until(() =>
    fetch(`${origin}/status`).then(
      (answer) => answer.ok,
      () => false,
    ),
  )
  const [binary = ''] = globSync(MINI_BROWSER)
  const alwaysMatch = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } }
  const { sessionId } = (await request(`${origin}/session`, 'POST', { capabilities: { alwaysMatch } })) as {
    sessionId: string
  }
  const session = `${origin}/session/${sessionId}`
  // As wide as a desktop: narrower, staff have a menu.
  await request(`${session}/window/rect`, 'POST', { x: 0, y: 0, width: 1440, height: 900 })
  return {
    downloads: null,
    send: (command, { id = '', ...parameters } = {}) =>
      request(`${session}${commands[command][1].replace('{id}', id)}`, 'POST', parameters),
    async close() {
      await request(session, 'DELETE').catch(() => undefined)
      for (const running of [service, screen]) await ended(running)
    },
  }
}

async function request(url: string, method: string, body?: object): Promise<unknown> {
  const answer = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await answer.json()) as { value: unknown }
  if (!answer.ok) throw new Error(`${method} ${url}: ${JSON.stringify(value)}`)
  return value
}

/**
 * Firefox without its windows, by Marionette, its own protocol for WebDriver: every Firefox has it, and no driver is
 * needed.
 */
export async function openFirefox(program: string): Promise<WebDriver> {
  const profile = await mkdtemp(path.join(tmpdir(), 'firefox-'))
  // It takes any free port, and writes it down.
  await writeFile(path.join(profile, 'user.js'), 'user_pref("marionette.port", 0);\n')
  const firefox = spawn(
    program,
    ['--headless', '--marionette', '--no-remote', '--profile', profile, '--width', '1440', '--height', '900'],
    {
      env: { ...process.env, HOME: profile },
      stdio: 'ignore',
    },
  )
  const portFile = path.join(profile, 'MarionetteActivePort')
  let port = 0
  await until(async () => (port = Number(await readFile(portFile, 'utf8').catch(() => 0))) > 0)
  const socket = connect(port, '127.0.0.1')
  const ask = askingOver(socket)
  await ask('WebDriver:NewSession', {})
  return {
    downloads: path.join(profile, 'Downloads'),
    send: async (command, parameters = {}) =>
      ((await ask(commands[command][0], parameters)) as { value?: unknown }).value ?? null,
    async close() {
      socket.destroy()
      await ended(firefox)
      await rm(profile, { recursive: true, force: true })
    },
  }
}

/** Marionette's messages: their length in bytes, a colon, and JSON. A request is answered under its number. */
function askingOver(socket: Socket): (name: string, parameters: object) => Promise<unknown> {
  const open = new Map<number, PromiseWithResolvers<unknown>>()
  let received = Buffer.alloc(0)
  socket.on('error', (error) => {
    for (const { reject } of open.values()) reject(error)
  })
  socket.on('data', (bytes: Buffer) => {
    received = Buffer.concat([received, bytes])
    for (;;) {
      const colon = received.indexOf(':')
      const end = colon + 1 + Number(received.subarray(0, Math.max(colon, 0)).toString())
      if (colon < 0 || received.length < end) return
      const message: unknown = JSON.parse(received.subarray(colon + 1, end).toString())
      received = received.subarray(end)
      // The first message introduces Firefox; all others are [1, number, error, result].
      if (!Array.isArray(message)) continue
      const [, number, error, result] = message as [number, number, object | null, unknown]
      const waiting = open.get(number)
      open.delete(number)
      if (error === null) waiting?.resolve(result)
      else waiting?.reject(new Error(JSON.stringify(error)))
    }
  })
  let last = 0
  return (name, parameters) => {
    const number = (last += 1)
    const answer = Promise.withResolvers<unknown>()
    open.set(number, answer)
    const message = JSON.stringify([0, number, name, parameters])
    socket.write(`${Buffer.byteLength(message)}:${message}`)
    return answer.promise
  }
}

async function firstLineOf(program: ChildProcess): Promise<string> {
  const output = program.stdio[3]
  if (output === null || output === undefined || !('on' in output) || !('read' in output))
    throw new Error('Xvfb tells nothing.')
  const [line] = (await once(createInterface(output), 'line')) as [string]
  return line
}

async function ended(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null) return
  program.kill()
  await once(program, 'exit')
}

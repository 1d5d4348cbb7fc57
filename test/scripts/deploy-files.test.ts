import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { get, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stringify } from 'yaml'

/** The files of deploy/ for one machine, checked by their programs where these are installed. */
const DEPLOY = path.resolve(import.meta.dirname, '../../deploy')
const read = (...parts: string[]) => readFileSync(path.join(DEPLOY, ...parts), 'utf8')

const has = (program: string) => {
  const isThere = spawnSync('which', [program]).status === 0
  if (!isThere) process.stdout.write(`${program} is not installed: its part of deploy/ is not tried.\n`)
  return isThere
}
const withNginx = has('nginx') && has('openssl')
const withHaproxy = has('haproxy') && has('openssl')
const withPromtool = has('promtool')
const withSystemd = has('systemd-analyze')

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'onboarding-deploy-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function check(command: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

test.runIf(withPromtool)('Prometheus takes the rules', () => {
  const file = path.join(DEPLOY, 'prometheus/rules.yml')
  expect(check('promtool', 'check', 'rules', file)).toMatchObject({ status: 0 })
})

/**
 * `up` of each server in four-minute steps over four hours, in promtool's notation, and whether OnboardingHasOneServer
 * fires then.
 */
const servers: [situation: string, up: readonly string[], isAlerted: boolean][] = [
  ['one server', ['1x60'], false],
  ['two servers', ['1x60', '1x60'], false],
  ['one of two configured servers is down', ['1x60', '1x50 0x10'], true],
  ['one of two discovered servers is gone', ['1x60', '1x50 stale'], true],
]

test.runIf(withPromtool).each(servers)('Prometheus alerts: %s', (_, up, isAlerted) => {
  const file = path.join(folder, 'rules.test.yml')
  const series = up.map((values, index) => ({
    series: `up{job="onboarding",instance="${index}"}`,
    values,
  }))
  const summary = 'Only one of several servers is left; the next fault would close the site.'
  const alert = { exp_labels: { severity: 'ticket' }, exp_annotations: { summary } }
  const alertTest = {
    eval_time: '4h',
    alertname: 'OnboardingHasOneServer',
    exp_alerts: isAlerted ? [alert] : [],
  }
  const tests = [{ interval: '4m', input_series: series, alert_rule_test: [alertTest] }]
  writeFileSync(file, stringify({ rule_files: [path.join(DEPLOY, 'prometheus/rules.yml')], tests }))
  expect(check('promtool', 'test', 'rules', file)).toMatchObject({ status: 0 })
})

describe('systemd', () => {
  const service = read('systemd/client-onboarding.service')

  test('the server starts as any Node server, without options of V8 or malloc', () => {
    const dockerfile = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8')
    expect(dockerfile).toContain('CMD ["node", "dist/server/main.mjs"]')
    for (const text of [service, dockerfile]) expect(text).not.toMatch(/MALLOC_|--max-|--initial-|--heap-/u)
  })

  test.runIf(withSystemd)('takes every unit', () => {
    // Looks for the programs.
    mkdirSync(path.join(folder, 'units'))
    const names = readdirSync(path.join(DEPLOY, 'systemd')).filter((name) => !name.endsWith('.conf'))
    expect(names.length).toBe(6)
    const files = names.map((name) => {
      const file = path.join(folder, 'units', name)
      writeFileSync(
        file,
        read('systemd', name).replaceAll(/\/opt\/client-onboarding\/current\/bin\/\w+/gu, '/bin/true'),
      )
      return file
    })
    expect(check('systemd-analyze', 'verify', ...files)).toEqual({ status: 0, output: '' })
  })
})

describe.each([
  { name: 'nginx', isThere: withNginx, prepare: prepareNginx },
  { name: 'haproxy', isThere: withHaproxy, prepare: prepareHaproxy },
])('$name', ({ isThere, prepare }) => {
  let application: Server
  let proxy: ChildProcess | undefined
  let port = 0
  const plainPort = () => port + 1
  let checked: ReturnType<typeof check>
  beforeAll(async () => {
    if (!isThere) return
    makeCertificate()
    application = createServer((call, answer) => {
      let bytes = 0
      call.on('data', (chunk: Buffer) => (bytes += chunk.length))
      call.on('end', () => answer.end(JSON.stringify({ bytes, url: call.url, headers: call.headers })))
    }).listen(0, '127.0.0.1')
    await once(application, 'listening')
    port = 20_000 + (process.pid % 10_000) * 2
    const { check: checkCommand, start } = prepare({
      backend: (application.address() as AddressInfo).port,
      port,
      plainPort: plainPort(),
    })
    const [command = '', ...args] = checkCommand
    checked = check(command, ...args)
    const [program = '', ...programArgs] = start
    proxy = spawn(program, programArgs, { stdio: 'ignore' })
  })
  afterAll(async () => {
    if (!isThere) return
    proxy?.kill('SIGTERM')
    application.close()
    if (proxy?.exitCode === null) await once(proxy, 'exit')
  })

  const send = (bytes: number, url = '/api/upload') =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const ca = readFileSync(path.join(folder, 'fullchain.pem'))
      const headers = { 'x-forwarded-for': '203.0.113.9', 'content-length': bytes }
      const call = request(
        {
          host: '127.0.0.1',
          servername: 'onboarding.yourfirm.example',
          port,
          path: url,
          method: 'PUT',
          ca,
          headers,
        },
        (answer) => {
          let text = ''
          answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
        },
      )
      call.on('error', reject)
      call.end(Buffer.alloc(bytes))
    })

  test.runIf(isThere)('takes its configuration', () => {
    expect([checked.status, checked.status === 0 ? '' : checked.output]).toEqual([0, ''])
  })

  test.runIf(isThere)('passes the largest file on, and names the caller’s own address', async () => {
    const size = 10 * 1024 * 1024
    await expect
      .poll(() =>
        send(1).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200)
    const { status, text } = await send(size)
    expect(status).toBe(200)
    expect(JSON.parse(text)).toMatchObject({
      bytes: size,
      url: '/api/upload',
      headers: { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' },
    })
  })

  test.runIf(isThere)('refuses larger ones, and figures', async () => {
    const tooLarge = await send(12 * 1024 * 1024).then(
      ({ status }) => status,
      (error: NodeJS.ErrnoException) => error.code,
    )
    expect([413, 'EPIPE', 'ECONNRESET']).toContain(tooLarge)
    for (const closed of ['/metrics', '/healthz?verbose']) expect((await send(0, closed)).status).toBe(404)
    expect((await send(0, '/healthz')).status).toBe(200)
  })

  test.runIf(isThere)('leads from HTTP to HTTPS', async () => {
    const { status, headers } = await fetch(`http://127.0.0.1:${plainPort()}/auth`, { redirect: 'manual' })
    expect([status, headers.get('location')]).toEqual([301, expect.stringMatching(/^https:\/\/.*\/auth$/u)])
  })
})

test.runIf(withNginx)('nginx logs no token, and has a page of its own where the server is away', async () => {
  const port = 20_000 + ((process.pid + 5000) % 10_000) * 2
  const { start } = prepareNginx({ backend: 9, port, plainPort: port + 1 })
  const [program = '', ...args] = start
  const proxy = spawn(program, args, { stdio: 'ignore' })
  try {
    const call = (url: string) =>
      new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
        const options = { host: '127.0.0.1', servername: 'onboarding.yourfirm.example', port, path: url }
        get({ ...options, rejectUnauthorized: false }, (answer) => {
          let text = ''
          answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
          answer.on('end', () => resolve({ status: answer.statusCode, text }))
        }).on('error', reject)
      })
    await expect.poll(() => call('/auth').catch(() => null)).toMatchObject({ status: 502 })
    expect((await call('/invitation/secret-one?token=secret-two')).text).toContain('We’ll be back shortly')
    const logged = () =>
      ['client-onboarding.log', 'client-onboarding-error.log']
        .map((name) => readFileSync(path.join(folder, name), 'utf8'))
        .join('')
    await expect.poll(logged).toContain('"GET /invitation/..." 502')
    expect(logged()).not.toContain('secret')
  } finally {
    proxy.kill('SIGTERM')
    await once(proxy, 'exit')
  }
})

interface Ports {
  backend: number
  port: number
  plainPort: number
}

/** The unchanged file, except for ports and certificate path, within Debian's main configuration. */
function prepareNginx({ backend, port, plainPort }: Ports) {
  const site = read('proxy/nginx.conf')
    .replaceAll(/listen (\[::\]:)?443/gu, `listen $1${port}`)
    .replaceAll(/listen (\[::\]:)?80;/gu, `listen $1${plainPort};`)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${backend}`)
    .replaceAll('/etc/ssl/client-onboarding', folder)
    .replaceAll('/var/log/nginx', folder)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const file = path.join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; events {}
     http { access_log off; ${temporary.join(' ')} ${site} }`,
  )
  return { check: ['nginx', '-t', '-c', file], start: ['nginx', '-c', file] }
}

function prepareHaproxy({ backend, port, plainPort }: Ports) {
  const file = path.join(folder, 'haproxy.cfg')
  const site = read('proxy/haproxy.cfg')
    .replace('bind :443', `bind 127.0.0.1:${port}`)
    .replace('bind :80', `bind 127.0.0.1:${plainPort}`)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${backend}`)
    .replaceAll('/etc/ssl/client-onboarding', folder)
  writeFileSync(file, site)
  return { check: ['haproxy', '-c', '-f', file], start: ['haproxy', '-db', '-f', file] }
}

function makeCertificate() {
  const [key, certificate] = ['privkey.pem', 'fullchain.pem'].map((name) => path.join(folder, name))
  const subject = ['-subj', '/CN=onboarding', '-addext', 'subjectAltName=DNS:onboarding.yourfirm.example']
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject]
  check('openssl', ...made, '-keyout', key ?? '', '-out', certificate ?? '')
  writeFileSync(
    path.join(folder, 'site.pem'),
    ['fullchain.pem', 'privkey.pem'].map((name) => readFileSync(path.join(folder, name))).join(''),
  )
}

import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import https from 'node:https'
import { isIP, type AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blockListOf } from '#features/integrations/settings.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { LOOPBACK, startReceiver, type Receiver } from '#test/support/webhooks.ts'
import { checkUrl, isAllowed, type AllowedAddresses } from './addresses.ts'
import { checkName, post, type Dialled, type Resolve } from './dial.ts'

const production: AllowedAddresses = { networks: blockListOf([]), local: false }
const only = (...networks: string[]): AllowedAddresses => ({ networks: blockListOf(networks), local: true })

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.100.100.200',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '198.18.0.1',
  '168.63.129.16',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  'fe80::1',
  'fd00::1',
  'fec0::1',
  'ff02::1',
  '64:ff9b::a9fe:a9fe',
  '2002:7f00:1::',
  '2001:db8::1',
  '2001::1',
  'fd00:ec2::254',
  'nonsense',
])('%s is not dialled', (address) => {
  expect(isAllowed(address, production)).toBe(false)
})

test.each(['8.8.8.8', '196.25.1.1', '41.0.0.1', '2606:4700:4700::1111', '2c0f:f248::1'])(
  '%s is public',
  (address) => {
    expect(isAllowed(address, production)).toBe(true)
  },
)

test('a network of the firm opens itself alone, and never the machine or a metadata service', () => {
  const firm = { networks: blockListOf(['10.20.0.0/16', '0.0.0.0/0', 'fd00::/8']), local: false }
  expect(isAllowed('10.20.3.4', firm)).toBe(true)
  for (const address of ['127.0.0.1', '169.254.169.254', '168.63.129.16', 'fd00:ec2::254', '::1']) {
    expect([address, isAllowed(address, firm)]).toEqual([address, false])
  }
  expect(isAllowed('10.21.0.1', { networks: blockListOf(['10.20.0.0/16']), local: false })).toBe(false)
})

test.each([
  'http://crm.example/hook',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://localhost/',
  'https://crm/',
  'https://x.internal/',
  'https://user:password@crm.example/',
  'ftp://crm.example/',
  'https://metadata.google.internal/',
  'https://crm.example/#x',
  'https://crm.localhost./',
  'crm.example',
])('the URL %s is refused', (url) => {
  expect(() => checkUrl(url, { local: false })).toThrow(/Please/u)
})

test('a public https URL is accepted, with port and query', () => {
  expect(checkUrl('https://crm.example:8443/hook?x=1', { local: false }).port).toBe('8443')
})

/** Answers each look-up with the next list of addresses; the last one stays. */
function resolving(...answers: string[][]): Resolve & { calls: number } {
  const resolve = Object.assign(
    ((_name, _options, done) => {
      const found = answers[Math.min(resolve.calls, answers.length - 1)] ?? []
      resolve.calls += 1
      done(
        null,
        found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )
    }) as Resolve,
    { calls: 0 },
  )
  return resolve
}

let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())

/** A public name for the receiver on this machine. */
const named = () => new URL(receiver.url.replace('localhost', 'crm.example'))

async function attempt(dialled: Partial<Dialled>) {
  const before = receiver.received.length
  const given = { headers: {}, body: '{}', allowed: production, timeoutMs: 500, ...dialled }
  const result = await post(named(), given).catch((error: unknown) => String(error))
  return { result, reached: receiver.received.length > before }
}

describe('dialling', () => {
  test.each([
    ['the machine itself', ['127.0.0.1']],
    ['a private network', ['10.0.0.4']],
    ['a public and a private address', ['8.8.8.8', '169.254.169.254']],
    ['IPv4 within IPv6', ['::ffff:127.0.0.1']],
    ['nothing', []],
  ])('a name that resolves to %s is refused, and nothing is sent', async (_, addresses) => {
    const { result, reached } = await attempt({ resolve: resolving(addresses) })
    expect([result, reached]).toEqual([expect.stringContaining('AddressNotAllowedError'), false])
    await expect(checkName('crm.example', production, resolving(addresses))).rejects.toThrow(/resolves to/u)
  })

  test('rebinding: the judged address is dialled, and the name is resolved once', async () => {
    // 127.0.0.2 stands for a public address where no one listens, 127.0.0.1 for a private one.
    const resolve = resolving(['127.0.0.2'], ['127.0.0.1'])
    const { reached } = await attempt({ resolve, allowed: only('127.0.0.2/32') })
    expect([reached, resolve.calls]).toEqual([false, 1])
  })

  const here = () => ({ resolve: resolving(['127.0.0.1'], ['127.0.0.1']), allowed: only(...LOOPBACK) })

  test('a redirect is not followed', async () => {
    receiver.answer = (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    const { result } = await attempt(here())
    expect(result).toMatchObject({ status: 302, address: '127.0.0.1' })
    expect(receiver.received.at(-1)?.body).toBe('{}')
  })

  test('of a gigabyte, 64 kB are read', async () => {
    let closed = false
    receiver.answer = (response) => {
      response.on('close', () => (closed = true))
      const more = () => {
        for (let parts = 0; !response.destroyed && parts < 16_000; parts += 1) {
          if (!response.write(Buffer.alloc(65_536, 97))) return void response.once('drain', more)
        }
      }
      more()
    }
    const { result } = await attempt({ ...here(), timeoutMs: 5000 })
    expect(result).toMatchObject({ status: 200, body: 'a'.repeat(65_536) })
    await expect.poll(() => closed).toBe(true)
  })

  test.each([
    ['is silent', () => undefined],
    [
      'trickles for ever',
      (response: import('node:http').ServerResponse) => {
        const drip = setInterval(() => response.write('.'), 50)
        response.on('close', () => clearInterval(drip))
      },
    ],
  ])('a receiver that %s is left at the deadline', async (_, answer) => {
    receiver.answer = answer
    const start = performance.now()
    const { result } = await attempt(here())
    expect(result).toBe('Error: No complete response within 0.5 seconds')
    expect(performance.now() - start).toBeLessThan(10_000)
  })

  test('a shutdown ends an attempt', async () => {
    receiver.answer = () => undefined
    const start = performance.now()
    await attempt({ ...here(), timeoutMs: 60_000, stopping: AbortSignal.timeout(100) })
    expect(performance.now() - start).toBeLessThan(10_000)
  })

  test('TLS is checked by the name, not the dialled address', async () => {
    const folder = makeFolder('onboarding-tls-')
    const generate = (name: string) => {
      const of = (kind: string) => path.join(folder, `${name}.${kind}`)
      const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
      const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', of('key')]
      execFileSync('openssl', ['req', '-x509', ...key, '-out', of('crt'), '-days', '2', ...subject], {
        stdio: 'ignore',
      })
      return { key: readFileSync(of('key')), cert: readFileSync(of('crt')) }
    }
    const [own, other] = [generate('crm.example'), generate('other.example')]
    const results = []
    for (const certificate of [own, other]) {
      const server = https.createServer(certificate, (_request, response) => response.end('ok'))
      await new Promise<void>((listening) => {
        server.listen(0, '127.0.0.1', listening)
      })
      const url = new URL(`https://crm.example:${(server.address() as AddressInfo).port}/`)
      const dialled = { headers: {}, body: '', ca: [own.cert, other.cert], ...here() }
      results.push(await post(url, dialled).then(({ status }) => status, String))
      const { ca: _, ...untrusting } = dialled
      results.push(await post(url, { ...untrusting, ...here() }).then(({ status }) => status, String))
      server.closeAllConnections()
      server.close()
    }
    rmSync(folder, { recursive: true })
    expect(results).toEqual([
      200,
      expect.stringMatching(/self-signed/u),
      expect.stringMatching(/altnames/u),
      expect.stringMatching(/self-signed/u),
    ])
  })
})

describe('names of the hosts file, by the resolver of the system', () => {
  /** Those of this machine that lead to an address that is not permitted: `localhost` at least. */
  const ownNames = readFileSync('/etc/hosts', 'utf8')
    .split('\n')
    .map((line) => line.replace(/#.*/u, '').trim().split(/\s+/u))
    .flatMap(([address = '', ...names]) =>
      isIP(address) !== 0 && !isAllowed(address, production) ? names : [],
    )

  test('those of this machine are refused, and nothing is sent', async () => {
    expect(ownNames).toContain('localhost')
    for (const name of new Set(ownNames)) {
      const before = receiver.received.length
      const url = new URL(receiver.url.replace('localhost', name))
      const dialled = { headers: {}, body: '{}', allowed: production, timeoutMs: 2000 }
      await expect(post(url, dialled)).rejects.toThrow(/resolves to .* which is not permitted/u)
      await expect(checkName(name, production)).rejects.toThrow(/resolves to .* which is not permitted/u)
      expect(receiver.received).toHaveLength(before)
    }
    // The same receiver is reached where its network is opened.
    const opened = { headers: {}, body: '{}', allowed: only(...LOOPBACK) }
    receiver.answer = (response) => response.writeHead(204).end()
    expect(await post(new URL(receiver.url), opened)).toMatchObject({ status: 204 })
  })

  /** Runs a command with a hosts file of its own, in a private mount namespace. */
  const withHosts = (file: string, command: readonly string[]) =>
    spawnSync(
      'unshare',
      [
        '--map-root-user',
        '--mount',
        'sh',
        '-c',
        'mount --bind "$0" /etc/hosts && exec "$@"',
        file,
        ...command,
      ],
      { encoding: 'utf8' },
    )
  const folder = makeFolder('onboarding-hosts-')
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const hosts = path.join(folder, 'hosts')
  writeFileSync(hosts, '127.0.0.1 localhost crm.firm.example\n10.1.2.3 office.firm.example\n')

  test.skipIf(withHosts(hosts, ['true']).status !== 0)(
    'a public name that leads to this machine or a private network is refused',
    () => {
      const program = `
        import { post } from '#features/integrations/server/webhooks/dial.ts'
        import { blockListOf } from '#features/integrations/settings.ts'
        const allowed = { networks: blockListOf([]), local: false }
        for (const name of ['crm.firm.example', 'office.firm.example']) {
          const dialled = { headers: {}, body: '{}', allowed, timeoutMs: 2000 }
          console.log(await post(new URL('http://' + name + ':' + ${new URL(receiver.url).port}), dialled).catch(String))
        }`
      const { stdout, stderr } = withHosts(hosts, [
        process.execPath,
        '--input-type=module',
        '--eval',
        program,
      ])
      expect([stdout.trim().split('\n'), stderr]).toEqual([
        [
          'AddressNotAllowedError: The name resolves to 127.0.0.1, which is not permitted',
          'AddressNotAllowedError: The name resolves to 10.1.2.3, which is not permitted',
        ],
        '',
      ])
    },
  )
})

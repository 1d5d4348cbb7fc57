import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { makeFolder } from './quick-folder.ts'
import type { TestServer } from './server.ts'

/** Whether Debian's openssl is installed, which creates time-stamps in tests. */
export const hasOpenssl = spawnSync('openssl', ['version']).error === undefined

/** A time-stamp server's response to a request; null: none. */
export type Stamper = (request: Buffer) => Buffer | null

/** Gives a server a time-stamp server until the test ends. `asked` counts its requests. */
export async function giveTimestampServer(server: TestServer, stamper: Stamper): Promise<{ asked: number }> {
  const log = { asked: 0 }
  const tsa = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      log.asked += 1
      const reply = stamper(Buffer.concat(chunks))
      if (reply !== null)
        response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(reply)
    })
  })
  await new Promise<void>((resolve) => tsa.listen(0, '127.0.0.1', resolve))
  const { settings } = server.context
  settings.sealTsaUrl = new URL(`http://127.0.0.1:${(tsa.address() as AddressInfo).port}/`)
  onTestFinished(async () => {
    settings.sealTsaUrl = undefined
    tsa.closeAllConnections()
    await new Promise((resolve) => tsa.close(resolve))
  })
  return log
}

const CONFIG = (at: string) => `
[ tsa ]
default_tsa = own
[ own ]
serial = ${at}/serial
signer_cert = ${at}/tsa.pem
certs = ${at}/tsa.pem
signer_key = ${at}/tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
ess_cert_id_alg = sha256
`

/** Creates time-stamps with its own certificate (`certificate`, a file) by `openssl ts`. */
export function opensslStamper(): { stamp: (request: Buffer) => Buffer; certificate: string } {
  const at = makeFolder('onboarding-tsa-')
  const certificate = path.join(at, 'tsa.pem')
  writeFileSync(path.join(at, 'tsa.cnf'), CONFIG(at))
  writeFileSync(path.join(at, 'serial'), '01')
  const purpose = ['-addext', 'extendedKeyUsage=critical,timeStamping', '-subj', '/CN=A time-stamp server']
  const made = ['-keyout', path.join(at, 'tsa.key'), '-out', certificate]
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  execFileSync('openssl', ['req', '-x509', ...key, ...purpose, ...made], { stdio: 'ignore' })
  const stamp = (request: Buffer) => {
    const [query, reply] = [path.join(at, 'query'), path.join(at, 'reply')]
    writeFileSync(query, request)
    const config = ['-config', path.join(at, 'tsa.cnf'), '-queryfile', query, '-out', reply]
    execFileSync('openssl', ['ts', '-reply', ...config], { stdio: 'ignore' })
    return readFileSync(reply)
  }
  return { stamp, certificate }
}

/** Time-stamp servers with invalid responses. */
export function uselessStampers(): [what: string, stamper: Stamper][] {
  let own: ((request: Buffer) => Buffer) | undefined
  const stamp: Stamper = (request) => (own ??= opensslStamper().stamp)(request)
  const changed = (request: Buffer, from: string, offset: number) => {
    const other = Buffer.from(request)
    const at = other.lastIndexOf(Buffer.from(from, 'hex')) + offset
    other[at] = (other[at] ?? 0) ^ 1
    return other
  }
  return [
    ['never answers', () => null],
    ['answers nonsense', () => Buffer.from('no time-stamp')],
    ['answers without end', () => Buffer.alloc(8 * 1024 * 1024)],
    ['stamps something else', (request) => stamp(changed(request, '0420', 2))],
    ['answers another question', (request) => stamp(changed(request, '0208', 9))],
    [
      'signs what it did not stamp',
      (request) => {
        const reply = stamp(request)
        if (reply !== null) reply[reply.length - 1] = (reply.at(-1) ?? 0) ^ 1
        return reply
      },
    ],
  ]
}

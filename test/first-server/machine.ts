import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { CreateBucketCommand } from '@aws-sdk/client-s3'
import pg from 'pg'
import { withClient } from '#test/support/s3.ts'
import { requireS3Endpoint, testsUseBuckets } from '#test/support/s3-endpoint.ts'

/** Keys of the S3 server (test/environments/s3-test-server.sh). */
const STORE = { region: 'us-east-1', accessKeyId: 'testkey', secretAccessKey: 'testsecret' }

interface User {
  uid: number
  gid: number
}

interface Release {
  name: string
  tarball: string
}

/** Prepared by `test/environments/first-server.mjs`. */
interface Prepared extends Release {
  folder: string
  /** Folder of PostgreSQL's programs. */
  postgres: string
  certificate: { file: string; key: string }
  databaseUser: User | null
  serviceUser: { name: string; ids: User } | null
  next: Release
  broken: Release
}

export type Machine = Awaited<ReturnType<typeof openMachine>>

/** An empty server: its folders, and how its programs run. */
export async function openMachine() {
  const prepared = JSON.parse(process.env['FIRST_SERVER'] ?? '') as Prepared
  const { folder, postgres, certificate, databaseUser, next, broken } = prepared
  const serviceUser = prepared.serviceUser?.ids ?? null
  const home = path.join(folder, 'client-onboarding')
  const inHome = (...parts: string[]) => path.join(home, ...parts)
  mkdirSync(inHome('releases'), { recursive: true })
  makeFolder(inHome('backups'), serviceUser)
  const [port, databasePort, httpsPort, httpPort, storePort] = await freePorts(5)
  const url = `https://localhost:${httpsPort}`
  const superuserPassword = randomBytes(16).toString('hex')
  const superuserUrl = `postgres://postgres:${superuserPassword}@localhost:${databasePort}/postgres?sslmode=verify-full&sslrootcert=${certificate.file}`
  const running: ChildProcess[] = []
  let server: ChildProcess | undefined

  const run = async (command: string, args: string[], user: User | null, env = {}) => {
    const child = spawn(command, args, { cwd: folder, env: { PATH: process.env['PATH'], ...env }, ...user })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    await once(child, 'close')
    return { code: child.exitCode, output }
  }
  const must = async (command: string, args: string[], user: User | null) => {
    const { code, output } = await run(command, args, user)
    if (code !== 0) throw new Error(`${command}: ${output}`)
  }
  const data = path.join(folder, 'postgres')
  const control = (...args: string[]) =>
    must(path.join(postgres, 'pg_ctl'), ['-D', data, ...args], databaseUser)
  /** Runs a command as root or as the tests' user, without Node in its path. */
  const onboarding = (...args: string[]) =>
    run(path.join(folder, 'onboarding'), args, null, {
      PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
      NODE_EXTRA_CA_CERTS: certificate.file,
    })

  const startNginx = (name: string, conf: string) => {
    const logs = path.join(folder, `nginx-${name}`)
    makeFolder(logs, serviceUser)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `${kind}_temp_path ${logs}/${kind};`,
    )
    const file = path.join(logs, 'nginx.conf')
    writeFileSync(
      file,
      `daemon off; pid ${logs}/pid; error_log ${logs}/error.log; events {} http { access_log off; ${temporary.join(' ')} ${conf} }`,
    )
    running.push(
      spawn('nginx', ['-e', `${logs}/error.log`, '-c', file], { stdio: 'inherit', ...serviceUser }),
    )
  }
  /** Replaces or adds settings in .env. */
  const changeSettings = (change: Record<string, string>) => {
    const names = Object.keys(change)
    const others = readFileSync(inHome('.env'), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !names.includes(line.split('=')[0] ?? ''))
    const lines = [...others, ...names.map((name) => `${name}=${change[name] ?? ''}`)]
    writeFileSync(inHome('.env'), `${lines.join('\n')}\n`)
  }

  return {
    url,
    port,
    user: prepared.serviceUser?.name ?? os.userInfo().username,
    superuserUrl,
    inHome,
    next,
    broken,
    onboarding,
    async startDatabase() {
      makeFolder(data, databaseUser)
      const password = path.join(folder, 'superuser')
      writeFileSync(password, superuserPassword)
      const options = ['-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${password}`, '--encoding=UTF8']
      await must(path.join(postgres, 'initdb'), ['-D', data, ...options], databaseUser)
      for (const [file, name] of [
        [certificate.key, 'server.key'],
        [certificate.file, 'server.crt'],
      ] as const) {
        copyFileSync(file, path.join(data, name))
        chmodSync(path.join(data, name), 0o600)
        if (databaseUser !== null) chownSync(path.join(data, name), databaseUser.uid, databaseUser.gid)
      }
      const hba = path.join(data, 'pg_hba.conf')
      writeFileSync(hba, readFileSync(hba, 'utf8').replaceAll(/^host /gmu, 'hostssl '))
      const serverOptions = `-p ${databasePort} -c ssl=on -c listen_addresses=localhost -k ${data}`
      await control('start', '-w', '-l', path.join(data, 'log'), '-o', serverOptions)
    },
    async emptyDatabase() {
      const superuser = new pg.Client({ connectionString: superuserUrl })
      await superuser.connect()
      await superuser.query('drop database onboarding')
      await superuser.query(
        `create database onboarding owner onboarding_owner encoding 'UTF8' template template0`,
      )
      await superuser.end()
      renameSync(inHome('data'), inHome('data.before'))
      makeFolder(inHome('data'), serviceUser)
      if (!testsUseBuckets()) return
      const store = await this.createBucket('restored')
      changeSettings({ S3_BUCKET: store.bucket })
    },
    /** An S3 server behind HTTPS, with an empty bucket. */
    async startStore() {
      const target = requireS3Endpoint()
      startNginx(
        'store',
        `server { listen 127.0.0.1:${storePort} ssl; server_name localhost; client_max_body_size 11m;
          ssl_certificate ${certificate.file}; ssl_certificate_key ${certificate.key};
          location / { proxy_pass ${target}; proxy_set_header Host $http_host; } }`,
      )
      return this.createBucket('files')
    },
    async createBucket(bucket: string) {
      const settings = { ...STORE, bucket, endpoint: requireS3Endpoint() }
      await withClient(settings, (client) => client.send(new CreateBucketCommand({ Bucket: bucket })))
      return { ...settings, endpoint: `https://localhost:${storePort}` }
    },
    changeSettings,
    /** docs/install.md, "Unpack". */
    async install() {
      symlinkSync(prepared.tarball, path.join(folder, path.basename(prepared.tarball)))
      const commands = documented('**Unpack**')
        // The user is there already (test/environments/first-server.mjs).
        .replace(/^ *useradd .*$/mu, '')
        .replaceAll('/opt/client-onboarding', home)
        .replaceAll('/usr/local/bin', folder)
      await must('sh', ['-ec', `cd ${folder}\n${commands}`], null)
    },
    /** As in the systemd unit. */
    startServer() {
      const unit = readFileSync(inHome('written/systemd/client-onboarding.service'), 'utf8')
      const [, line = ''] = /^ExecStart=((?:.*\\\n)*.*)$/mu.exec(unit) ?? []
      const [command = '', ...args] = line.replaceAll('\\\n', ' ').split(/\s+/u)
      const env = { PATH: '/usr/bin:/bin', NODE_EXTRA_CA_CERTS: certificate.file }
      server = spawn(command, args, { cwd: home, env, stdio: ['ignore', 'pipe', 'inherit'], ...serviceUser })
      server.stdout?.resume()
    },
    async stopServer() {
      if (server === undefined || server.exitCode !== null) return
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
    },
    startProxy() {
      const conf = readFileSync(inHome('written/proxy/nginx.conf'), 'utf8')
        .replaceAll(/listen (\[::\]:)?443/gu, `listen $1${httpsPort}`)
        .replaceAll(/listen (\[::\]:)?80;/gu, `listen $1${httpPort};`)
        .replaceAll('/etc/ssl/client-onboarding', folder)
        .replaceAll('/var/log/nginx', path.join(folder, 'nginx-site'))
      startNginx('site', conf)
    },
    upgrade: (tarball: string, ...options: string[]) =>
      onboarding('upgrade', tarball, '--reload', `kill -HUP ${server?.pid}`, ...options),
    async close() {
      await this.stopServer()
      for (const child of running) child.kill('SIGTERM')
      await control('stop', '-m', 'immediate').catch(() => undefined)
    },
  }
}

/** The commands of docs/install.md after a title, as they are written there. */
function documented(title: string): string {
  const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/install.md'), 'utf8')
  const [, commands = ''] = /```sh\n(.*?)```/su.exec(page.slice(page.indexOf(title))) ?? []
  return commands
}

function makeFolder(folder: string, user: User | null) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (user !== null) chownSync(folder, user.uid, user.gid)
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}

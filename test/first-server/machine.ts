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
import pg from 'pg'

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
  serviceUser: User | null
  next: Release
  broken: Release
}

export type Machine = Awaited<ReturnType<typeof openMachine>>

/** An empty server: its folders, and how its programs run. */
export async function openMachine() {
  const prepared = JSON.parse(process.env['FIRST_SERVER'] ?? '') as Prepared
  const { folder, postgres, certificate, databaseUser, serviceUser, next, broken } = prepared
  const home = path.join(folder, 'client-onboarding')
  const inHome = (...parts: string[]) => path.join(home, ...parts)
  mkdirSync(inHome('releases'), { recursive: true })
  makeFolder(inHome('backups'), serviceUser)
  const [port, databasePort, httpsPort, httpPort] = await freePorts(4)
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
    run(inHome('current/bin/onboarding'), args, null, {
      PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
      NODE_EXTRA_CA_CERTS: certificate.file,
    })

  return {
    url,
    port,
    user: serviceUser === null ? os.userInfo().username : 'nobody',
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
    },
    /** docs/install.md, "Unpack". */
    async install() {
      await must('tar', ['-xzf', prepared.tarball, '-C', inHome('releases')], null)
      symlinkSync(`releases/${prepared.name}`, inHome('current'))
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
      const logs = path.join(folder, 'nginx')
      makeFolder(logs, serviceUser)
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${logs}/${name};`,
      )
      const conf = readFileSync(inHome('written/proxy/nginx.conf'), 'utf8')
        .replaceAll(/listen (\[::\]:)?443/gu, `listen $1${httpsPort}`)
        .replaceAll(/listen (\[::\]:)?80;/gu, `listen $1${httpPort};`)
        .replaceAll('/etc/ssl/client-onboarding', folder)
      const file = path.join(logs, 'nginx.conf')
      writeFileSync(
        file,
        `daemon off; pid ${logs}/pid; error_log ${logs}/error.log; events {} http { access_log off; ${temporary.join(' ')} ${conf} }`,
      )
      running.push(
        spawn('nginx', ['-e', `${logs}/error.log`, '-c', file], { stdio: 'inherit', ...serviceUser }),
      )
      return Promise.resolve()
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

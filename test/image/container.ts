import { spawn, spawnSync, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeFolder } from '#test/support/quick-folder.ts'

/** Configuration of the built image (`test/environments/image.mjs`). */
export interface Image {
  folder: string
  megabytes: number
  config: {
    User: string
    Env: string[]
    Cmd: string[]
    WorkingDir: string
    ExposedPorts: Record<string, object>
    Volumes: Record<string, object>
    Healthcheck: { Test: string[] }
  }
}

/** A container of the image with the restrictions that deploy/README.md describes. */
export interface Container {
  process: ChildProcess
  /** Its output. */
  output: () => string
  /** The host folder mounted at `/data`. */
  data: string
  /** Runs a command in it as its user. */
  run: (command: string[]) => Promise<{ code: number | null; output: string }>
  ended: Promise<number | null>
  /** Asks it to stop, as an orchestrator does. */
  stop: () => void
  /** Ends it in any state. */
  kill: () => void
}

const USER = 1000

/**
 * crun supports one cgroup version at a time. On a machine with both, it sees one in its own mount namespace; no limits
 * apply here.
 */
const WITH_ONE_KIND = 'mount -t cgroup2 none /sys/fs/cgroup 2>/dev/null; exec "$@"'
const crun = (state: string, args: string[]) =>
  [
    '--mount',
    'sh',
    '-c',
    WITH_ONE_KIND,
    'sh',
    'crun',
    '--root',
    state,
    '--cgroup-manager=disabled',
    ...args,
  ] as const

/** Starts a container: no root, no capabilities, writable only at `/data` and `/tmp`, the host's network. */
export function startContainer(
  { folder, config }: Image,
  variables: Readonly<Record<string, string>>,
): Container {
  const bundle = makeFolder('onboarding-container-')
  const data = path.join(bundle, 'data')
  mkdirSync(data, { mode: 0o700 })
  chownSync(data, USER, USER)
  const environment = [...config.Env, ...Object.entries(variables).map((entry) => entry.join('='))]
  const own = [
    `--user=${USER}:${USER}`,
    `--cwd=${config.WorkingDir}`,
    ...environment.map((one) => `--env=${one}`),
  ]
  const none = { bounding: [], effective: [], permitted: [], inheritable: [], ambient: [] }
  const empty = { type: 'tmpfs', source: 'tmpfs' }
  const description = {
    ociVersion: '1.0.2',
    process: {
      user: { uid: USER, gid: USER },
      args: config.Cmd,
      env: environment,
      cwd: config.WorkingDir,
      capabilities: none,
      noNewPrivileges: true,
    },
    root: { path: folder, readonly: true },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      { destination: '/dev', ...empty, options: ['nosuid', 'mode=755'] },
      { destination: '/tmp', ...empty, options: ['nosuid', 'nodev', 'noexec', 'mode=1777', 'size=64m'] },
      { destination: '/data', type: 'bind', source: data, options: ['rbind', 'rw', 'nosuid', 'nodev'] },
    ],
    linux: { namespaces: ['pid', 'ipc', 'uts', 'mount'].map((type) => ({ type })) },
  }
  writeFileSync(path.join(bundle, 'config.json'), JSON.stringify(description))
  const state = path.join(bundle, 'state')
  const container = spawn('unshare', crun(state, ['run', '--bundle', bundle, 'onboarding']))
  return {
    process: container,
    output: heard(container),
    data,
    async run(command) {
      // Not awaited in one call, since the caller may be the proxy to the server's database.
      const inside = spawn('unshare', crun(state, ['exec', ...own, 'onboarding', ...command]))
      const output = heard(inside)
      const [code] = (await once(inside, 'close')) as (number | null)[]
      return { code: code ?? null, output: output() }
    },
    ended: once(container, 'exit').then(([code]: (number | null)[]) => code ?? null),
    stop() {
      spawnSync('unshare', crun(state, ['kill', 'onboarding', 'TERM']))
    },
    kill() {
      spawnSync('unshare', crun(state, ['delete', '--force', 'onboarding']))
    },
  }
}

/** A process's output so far. */
function heard({ stdout, stderr }: ChildProcessWithoutNullStreams): () => string {
  let output = ''
  for (const stream of [stdout, stderr]) stream.on('data', (text: Buffer) => (output += text.toString()))
  return () => output
}

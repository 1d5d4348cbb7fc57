import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const UNIT = 'client-onboarding.service'
const PROPERTIES = [
  'ProtectSystem',
  'ProtectHome',
  'PrivateTmp',
  'ReadWritePaths',
  'StateDirectory',
  'LoadState',
]
/** Folders that `ProtectHome` hides. */
export const HOMES = ['/home', '/root', '/run/user']
/** Folders that `PrivateTmp` replaces. */
export const TEMPORARY = ['/tmp', '/var/tmp']
const STATE = '/var/lib'

/** Properties of the service's unit, as `systemctl show` prints them; empty where there is none. */
type Unit = Readonly<Record<string, string>>

/** Reads the unit that runs the server on this machine. */
export async function readUnit(): Promise<Unit> {
  // Only a machine that systemd booted has this folder.
  if (!existsSync('/run/systemd/system')) return {}
  const args = ['show', UNIT, ...PROPERTIES.map((name) => `--property=${name}`)]
  const { stdout } = await promisify(execFile)('systemctl', args).catch(() => ({ stdout: '' }))
  const properties = Object.fromEntries(
    stdout.split('\n').map((line) => line.split(/=(.*)/su, 2) as [string, string]),
  )
  return properties['LoadState'] === 'loaded' ? properties : {}
}

/** Whether a folder is one of others, or below one. */
export function isBelow(folder: string, others: readonly string[]): boolean {
  return others.some((other) => {
    const relative = path.relative(other, folder)
    return relative !== '..' && !relative.startsWith('../') && !path.isAbsolute(relative)
  })
}

/** Why a service of this unit cannot write to a folder, and what to do; null if it can. */
export function obstacleOfUnit(unit: Unit, folder: string): string | null {
  const partsOf = (name: string) => (unit[name] ?? '').split(/\s+/u).filter((part) => part !== '')
  const advice = (line: string) =>
    `${UNIT} cannot write to ${folder}: add ${line} to its [Service], then systemctl daemon-reload and restart it.`
  if (unit['PrivateTmp'] === 'yes' && isBelow(folder, TEMPORARY)) return advice('PrivateTmp=false')
  const isHidden = unit['ProtectHome'] === 'yes' || unit['ProtectHome'] === 'tmpfs'
  if (isHidden && isBelow(folder, HOMES)) return advice(`ProtectHome=read-only and ReadWritePaths=${folder}`)
  const writable = [
    // Systemd prints a "-" before a path that may be missing.
    ...partsOf('ReadWritePaths').map((part) => part.replace(/^[-+]+/u, '').replaceAll('"', '')),
    ...partsOf('StateDirectory').map((name) => path.join(STATE, name)),
  ]
  const isProtected =
    unit['ProtectSystem'] === 'strict' || (unit['ProtectHome'] === 'read-only' && isBelow(folder, HOMES))
  return isProtected && !isBelow(folder, [...writable, ...TEMPORARY])
    ? advice(`ReadWritePaths=${folder}`)
    : null
}

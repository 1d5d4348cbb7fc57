import { readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { dayOf, mondayOf } from '#base/rules/time/dates.ts'
import { readManifest } from './manifest.ts'

/** Retention of backups: the newest of each of so many days, and of so many weeks. */
export interface Retention {
  daily: number
  weekly: number
}

/** A finished backup in a folder of several. */
export interface Generation {
  folder: string
  takenAt: Date
}

/** The name of a backup: its time, without colons, which some disks refuse. */
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?:\.\d{3})?Z$/u
/** Suffix during removal, so that no restore uses it. */
const REMOVED_SUFFIX = '.leaving'
/** An unfinished backup of this age was interrupted. */
const UNFINISHED_MS = 2 * 24 * 3_600_000

/** The name of a backup that starts now. */
export function nameOf(time: Date): string {
  return time.toISOString().replaceAll(':', '-')
}

/** The finished backups in a folder, the newest first; other files are ignored. */
export async function generationsIn(folder: string): Promise<Generation[]> {
  const found = await Promise.all((await named(folder)).map((name) => generationAt(path.join(folder, name))))
  return found
    .filter((generation) => generation !== null)
    .toSorted((one, other) => other.takenAt.getTime() - one.takenAt.getTime())
}

async function named(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => NAME.test(name))
}

async function generationAt(folder: string): Promise<Generation | null> {
  const manifest = await readManifest(folder).catch(() => null)
  return manifest === null ? null : { folder, takenAt: new Date(manifest.takenAt) }
}

/** All backups within a day of the newest stay, such as those before and after an upgrade. */
const RECENT_MS = 24 * 3_600_000

/**
 * The backups to keep: those of the last day, and the newest of each of the latest days and weeks that have one, in
 * South African time. Always includes the newest.
 *
 * @param generations the newest first
 */
export function retainedOf(generations: readonly Generation[], { daily, weekly }: Retention): Generation[] {
  const [newest] = generations
  const isRecent = ({ takenAt }: Generation) =>
    newest !== undefined && newest.takenAt.getTime() - takenAt.getTime() < RECENT_MS
  const retention = new Set([
    ...generations.filter(isRecent),
    ...newestOfEach(generations, dayOf).slice(0, daily),
    ...newestOfEach(generations, mondayOf).slice(0, weekly),
  ])
  return generations.filter((generation) => retention.has(generation))
}

function newestOfEach(generations: readonly Generation[], period: (time: Date) => string): Generation[] {
  const newest = new Map<string, Generation>()
  for (const generation of generations) {
    const name = period(generation.takenAt)
    if (!newest.has(name)) newest.set(name, generation)
  }
  return [...newest.values()]
}

/**
 * Deletes the backups that are not to be kept, and old unfinished ones. Each is renamed first, so that a partly deleted
 * one is not used.
 *
 * @returns how many were deleted
 */
export async function prune(folder: string, retention: Retention, now: Date): Promise<number> {
  const generations = await generationsIn(folder)
  const staying = new Set(retainedOf(generations, retention))
  const finished = new Set(generations.map((generation) => path.basename(generation.folder)))
  const before = nameOf(new Date(now.getTime() - UNFINISHED_MS))
  const leaving = [
    ...generations.filter((generation) => !staying.has(generation)).map((one) => path.basename(one.folder)),
    ...(await named(folder)).filter((name) => !finished.has(name) && name < before),
  ]
  for (const name of leaving) {
    await rename(path.join(folder, name), path.join(folder, name + REMOVED_SUFFIX))
  }
  const all = await readdir(folder)
  const gone = all.filter(
    (name) => name.endsWith(REMOVED_SUFFIX) && NAME.test(name.slice(0, -REMOVED_SUFFIX.length)),
  )
  for (const name of gone) await rm(path.join(folder, name), { recursive: true, force: true })
  return leaving.length
}

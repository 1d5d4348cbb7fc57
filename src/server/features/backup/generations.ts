import { readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { dayOf, mondayOf } from '#domain/time/dates.ts'
import { readManifest } from './manifest.ts'

/** How many backups are kept: the newest of each of so many days, and of so many weeks. */
export interface Kept {
  daily: number
  weekly: number
}

/** A finished backup in a folder of several. */
export interface Generation {
  folder: string
  takenAt: Date
}

/** What a backup of ours is called in such a folder: the moment, without the colons that some disks refuse. */
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?:\.\d{3})?Z$/u
/** What is on its way out: no restore takes it for whole. */
const LEAVING = '.leaving'
/** One that was begun so long ago and has not ended never will. */
const UNFINISHED_MS = 2 * 24 * 3_600_000

/** What a backup that begins now is called. */
export function nameOf(moment: Date): string {
  return moment.toISOString().replaceAll(':', '-')
}

/** The finished backups in a folder, the newest first. What else lies there is nobody's business. */
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

/** What was taken within a day of the newest stays: one before an upgrade, and one after it. */
const RECENT_MS = 24 * 3_600_000

/**
 * Which backups stay: those of the last day, and the newest of each of the latest days and weeks that have one, in South
 * African time. The newest of all is always among them.
 *
 * @param generations the newest first
 */
export function keptOf(generations: readonly Generation[], { daily, weekly }: Kept): Generation[] {
  const [newest] = generations
  const isRecent = ({ takenAt }: Generation) =>
    newest !== undefined && newest.takenAt.getTime() - takenAt.getTime() < RECENT_MS
  const kept = new Set([
    ...generations.filter(isRecent),
    ...newestOfEach(generations, dayOf).slice(0, daily),
    ...newestOfEach(generations, mondayOf).slice(0, weekly),
  ])
  return generations.filter((generation) => kept.has(generation))
}

function newestOfEach(generations: readonly Generation[], period: (moment: Date) => string): Generation[] {
  const newest = new Map<string, Generation>()
  for (const generation of generations) {
    const name = period(generation.takenAt)
    if (!newest.has(name)) newest.set(name, generation)
  }
  return [...newest.values()]
}

/**
 * Removes the backups in a folder that are not to be kept, and what was begun days ago and never finished. Each is
 * renamed first: one that is half removed looks like none.
 *
 * @returns how many it removed
 */
export async function prune(folder: string, kept: Kept, now: Date): Promise<number> {
  const generations = await generationsIn(folder)
  const staying = new Set(keptOf(generations, kept))
  const finished = new Set(generations.map((generation) => path.basename(generation.folder)))
  const before = nameOf(new Date(now.getTime() - UNFINISHED_MS))
  const leaving = [
    ...generations.filter((generation) => !staying.has(generation)).map((one) => path.basename(one.folder)),
    ...(await named(folder)).filter((name) => !finished.has(name) && name < before),
  ]
  for (const name of leaving) {
    await rename(path.join(folder, name), path.join(folder, name + LEAVING))
  }
  const all = await readdir(folder)
  const gone = all.filter((name) => name.endsWith(LEAVING) && NAME.test(name.slice(0, -LEAVING.length)))
  for (const name of gone) await rm(path.join(folder, name), { recursive: true, force: true })
  return leaving.length
}

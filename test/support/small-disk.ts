import { execFileSync } from 'node:child_process'

/** Mounts a small disk on a folder, as root; null for other users. @returns a function that unmounts it */
export function mountSmallDisk(folder: string, megabytes: number): (() => void) | null {
  try {
    const options = `size=${megabytes}m,mode=755`
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' })
    return () => execFileSync('umount', ['--lazy', folder])
  } catch {
    return null
  }
}

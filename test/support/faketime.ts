import { globSync } from 'node:fs'

const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')

/** Whether Debian's `faketime` is installed. */
export const hasFaketime = library !== undefined

/** Variables that shift all clocks of a process and of those that it starts. @param by such as `-10m` */
export function shiftedClock(by: string): Record<string, string> {
  if (library === undefined) throw new Error('faketime is not installed.')
  return { LD_PRELOAD: library, FAKETIME: by }
}

import { readFileSync, writeFileSync } from 'node:fs'

const KILOBYTES = 1000 / 1.024

/** One figure of a process, as proc(5) describes them, in megabytes of a million bytes. Linux alone has them. */
function figure(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'mu').exec(status)?.[1]) / KILOBYTES
}

/** The memory that a process holds now, in megabytes. */
export function residentMemory(pid: number): number {
  return figure(pid, 'VmRSS')
}

/** The most that it held at once since {@link forgetPeak}, in megabytes. */
export function peakMemory(pid: number): number {
  return figure(pid, 'VmHWM')
}

/** Begins again to look for the most. */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

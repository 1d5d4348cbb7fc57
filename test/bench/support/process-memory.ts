import { readFileSync, writeFileSync } from 'node:fs'

const KILOBYTES = 1000 / 1.024

/** A figure from proc(5), in megabytes (10^6 bytes). Linux only. */
function figure(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'mu').exec(status)?.[1]) / KILOBYTES
}

/** Current memory of a process, in megabytes. */
export function residentMemory(pid: number): number {
  return figure(pid, 'VmRSS')
}

/** Peak memory since {@link forgetPeak}, in megabytes. */
export function peakMemory(pid: number): number {
  return figure(pid, 'VmHWM')
}

/** Resets the peak. */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

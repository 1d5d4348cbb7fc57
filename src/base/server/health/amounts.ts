const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const
const STEP = 1024
const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A size of memory or disk: "4.2 GB". */
export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(STEP)))
  const size = bytes / STEP ** power
  return `${power === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${UNITS[power]}`
}

/** A duration: "24 d 3 h", "3 h 12 min", "40 s". @param seconds whole or not */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  if (whole >= DAY) return `${Math.floor(whole / DAY)} d ${Math.floor((whole % DAY) / HOUR)} h`
  if (whole >= HOUR) return `${Math.floor(whole / HOUR)} h ${Math.floor((whole % HOUR) / MINUTE)} min`
  return whole >= MINUTE ? `${Math.floor(whole / MINUTE)} min` : `${whole} s`
}

/** "1 mail", "1 234 mails". */
export function formatCount(count: number, one: string, several: string): string {
  return `${count.toLocaleString('en-ZA')} ${count === 1 ? one : several}`
}

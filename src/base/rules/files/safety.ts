/**
 * Why a file is never shown inline and only downloaded: forms may carry scripts, scans are large. `encrypted` files
 * predate unlocking on upload.
 */
export const downloadOnlyReasons = {
  encrypted: 'This PDF is encrypted, so we can’t show it here. You can download it and open it yourself.',
  active: 'This PDF may contain scripts or attached files, so we don’t show it here. You can download it.',
  heavy: 'This PDF is too large for the browser to show. You can download it.',
} as const

export type DownloadOnly = keyof typeof downloadOnlyReasons
export const downloadOnlyNames = Object.keys(downloadOnlyReasons) as [DownloadOnly, ...DownloadOnly[]]

/**
 * Virus scan state. Files that are waiting or infected cannot be read. `not-scanned`: uploaded without a scanner.
 * `waiting`: no result yet.
 */
export type VirusScan = 'not-scanned' | 'waiting' | 'clean' | 'infected'

/** Why a file cannot be read, as readers see it. */
export const unreadableReasons = {
  waiting: 'This file is still being checked for viruses. You can open it once that’s done.',
  infected: 'We found a virus in this file, so we deleted it. Please upload another copy.',
} as const satisfies Partial<Record<VirusScan, string>>

/** A scan state that blocks reading. */
export type Unreadable = keyof typeof unreadableReasons
export const unreadableNames = Object.keys(unreadableReasons) as [Unreadable, ...Unreadable[]]

/** Whether a scan state blocks reading. */
export function isUnreadable(scan: VirusScan): scan is Unreadable {
  return scan in unreadableReasons
}

/** Whether a file counts as uploaded: waiting ones do, infected ones are deleted. */
export function countsAsThere({ virusScan }: { virusScan?: VirusScan | undefined }): boolean {
  return virusScan !== 'infected'
}

/** Maximum pixels of a picture: A3 at 600 dpi has 70 million, most phone photos 12 to 50. */
export const MAX_PICTURE_PIXELS = 100_000_000

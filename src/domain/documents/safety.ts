/**
 * Why a file is never shown on a page of ours, and only ever offered as a download. All are taken: forms carry scripts,
 * and scans are large. Those that are `encrypted` came before locked files were opened on arrival.
 */
export const downloadOnlyReasons = {
  encrypted: 'This PDF is encrypted, so it is not shown here. You can download it and open it yourself.',
  active:
    'This PDF can do more than show pages: it may hold a script or attached files. So it is not shown here. You can download it.',
  heavy:
    'This PDF becomes so large when it is opened that it could stop the browser. So it is not shown here. You can download it.',
} as const

export type DownloadOnly = keyof typeof downloadOnlyReasons
export const downloadOnlyNames = Object.keys(downloadOnlyReasons) as [DownloadOnly, ...DownloadOnly[]]

/**
 * Where a file stands with the virus scanner. Nobody reads one that waits or is infected.
 *
 * - `not-scanned`: no scanner was set up when it came
 * - `waiting`: the scanner has not answered yet
 */
export type VirusScan = 'not-scanned' | 'waiting' | 'clean' | 'infected'

/** What keeps a file from being read, in the words that its readers are told. */
export const unreadableReasons = {
  waiting: 'This file is still being checked for viruses. It can be opened as soon as that is done.',
  infected: 'A virus was found in this file, so it was deleted. Please upload another copy.',
} as const satisfies Partial<Record<VirusScan, string>>

/** A scan that keeps a file from being read. */
export type Unreadable = keyof typeof unreadableReasons
export const unreadableNames = Object.keys(unreadableReasons) as [Unreadable, ...Unreadable[]]

/** Whether a scan keeps a file from being read. */
export function isUnreadable(scan: VirusScan): scan is Unreadable {
  return scan in unreadableReasons
}

/** Whether a file counts as handed in: one that still waits does, an infected one is gone. */
export function countsAsThere({ virusScan }: { virusScan?: VirusScan | undefined }): boolean {
  return virusScan !== 'infected'
}

/** The most pixels that a picture may have: A3 at 600 dpi has 70 million, the photographs of most phones 12 to 50. */
export const MAX_PICTURE_PIXELS = 100_000_000

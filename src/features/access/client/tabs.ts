/** Messages between the tabs of a browser. */
export type TabMessage =
  /** Sign-in or sign-out: reload the session. */
  | { kind: 'changed' }
  /** A call was made, which extends the session. */
  | { kind: 'used' }

let channel: BroadcastChannel | null | undefined

/** Opened on first use: the server, which renders the sign-in page, has none. */
function openChannel(): BroadcastChannel | null {
  channel ??= typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('session')
  return channel
}

/** Notifies the other tabs. */
export function notifyTabs(message: TabMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel stays within its origin
  openChannel()?.postMessage(message)
}

/**
 * Listens to the other tabs.
 *
 * @returns a function that stops it
 */
export function listenToTabs(listener: (message: TabMessage) => void): () => void {
  const listen = ({ data }: MessageEvent<TabMessage>) => listener(data)
  const opened = openChannel()
  opened?.addEventListener('message', listen)
  return () => opened?.removeEventListener('message', listen)
}

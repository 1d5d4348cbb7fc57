/** What the tabs of one browser tell each other. */
export type TabNews =
  /** Somebody signed in or out: ask again who it is. */
  | { kind: 'changed' }
  /** A call was made with the session, which thereby goes on. */
  | { kind: 'used' }

let channel: BroadcastChannel | null | undefined

/** Opened when it is first needed: the server, which writes the sign-in page, needs none. */
function openChannel(): BroadcastChannel | null {
  channel ??= typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('session')
  return channel
}

/** Tells the other tabs. */
export function tellTabs(news: TabNews): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel stays within its origin
  openChannel()?.postMessage(news)
}

/** Hears the other tabs; returns what ends the listening. */
export function hearTabs(listener: (news: TabNews) => void): () => void {
  const hear = ({ data }: MessageEvent<TabNews>) => listener(data)
  const opened = openChannel()
  opened?.addEventListener('message', hear)
  return () => opened?.removeEventListener('message', hear)
}

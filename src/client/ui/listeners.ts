/** Tells whoever listens. */
export interface Listeners<News> {
  tell: (news: News) => void
  /** Returns what ends the listening. */
  listen: (listener: (news: News) => void) => () => void
}

export function createListeners<News>(): Listeners<News> {
  const listeners = new Set<(news: News) => void>()
  return {
    tell: (news) => {
      for (const listener of listeners) listener(news)
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

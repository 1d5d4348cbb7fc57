import { useCallback, useEffect, useState } from 'react'
import { session } from '#client/auth/session.ts'
import { signedOutElsewhere } from '#client/lib/request.ts'

/*
 * What one of the staff has typed about a client and not sent yet, so that a reload or a call that failed loses nothing. In
 * this tab alone, never on disk for whoever comes next, gone once it is sent and when its author signs out.
 */
const PREFIX = 'unsent'

/**
 * A text that is typed at some place.
 *
 * @param place which, of which object
 * @param beginning what stands there before anything was typed
 */
export function useUnsentWords(place: string, beginning = ''): [string, (words: string) => void, () => void] {
  const key = `${PREFIX}/${session.get().user?.id}/${place}`
  const [words, setWords] = useState(() => read(key) ?? beginning)
  const write = useCallback(
    (typed: string) => {
      setWords(typed)
      keep(key, typed)
    },
    [key],
  )
  const forget = () => {
    setWords(beginning)
    keep(key, '')
  }
  return [words, write, forget]
}

/** Forgets everything unsent once its author signs out. A session that the server ended leaves it for when they are back. */
export function useForgettingUnsent(): void {
  useEffect(() => {
    let expired = false
    const stopListening = signedOutElsewhere.listen(() => {
      expired = true
    })
    return () => {
      stopListening()
      if (session.get().user === null && !expired) forgetAll()
    }
  }, [])
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function keep(key: string, words: string): void {
  try {
    if (words === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, words)
  } catch {
    // It stands on the screen until the page is left.
  }
}

function forgetAll(): void {
  const keys = Array.from({ length: sessionStorage.length }, (_, index) => sessionStorage.key(index) ?? '')
  for (const key of keys.filter((one) => one.startsWith(`${PREFIX}/`))) sessionStorage.removeItem(key)
}

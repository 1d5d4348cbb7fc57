import { useCallback, useEffect, useState } from 'react'
import { session } from '#client/features/auth/session.ts'
import { signedOutElsewhere } from '#client/shared/lib/request.ts'
import { tabStorage } from '#client/shared/lib/storage.ts'

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
  const [words, setWords] = useState(() => tabStorage.getItem(key) ?? beginning)
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
    const stopListening = signedOutElsewhere.subscribe(() => {
      expired = true
    })
    return () => {
      stopListening()
      if (session.get().user === null && !expired) forgetAll()
    }
  }, [])
}

function keep(key: string, words: string): void {
  if (words === '') tabStorage.removeItem(key)
  else tabStorage.setItem(key, words)
}

function forgetAll(): void {
  for (const key of tabStorage.keys()) if (key.startsWith(`${PREFIX}/`)) tabStorage.removeItem(key)
}

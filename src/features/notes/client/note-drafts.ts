import { useCallback, useEffect, useState } from 'react'
import { session } from '#features/access/client/session.ts'
import { signedOutElsewhere } from '#base/client/lib/request.ts'
import { tabStorage } from '#base/client/lib/storage.ts'

/*
 * Unsent text about a client, kept across reloads and failed calls: in this tab's storage only, removed when it is sent
 * and when its author signs out.
 */
const PREFIX = 'unsent'

/**
 * The draft of one text field.
 *
 * @param position the field and its object
 * @param beginning the initial text
 */
export function useNoteDraft(position: string, beginning = ''): [string, (text: string) => void, () => void] {
  const key = `${PREFIX}/${session.get().user?.id}/${position}`
  const [text, setText] = useState(() => tabStorage.getItem(key) ?? beginning)
  const write = useCallback(
    (typed: string) => {
      setText(typed)
      keep(key, typed)
    },
    [key],
  )
  const forget = () => {
    setText(beginning)
    keep(key, '')
  }
  return [text, write, forget]
}

/** Removes all drafts when their author signs out, but not when the session expires. */
export function useDraftCleanup(): void {
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

function keep(key: string, text: string): void {
  if (text === '') tabStorage.removeItem(key)
  else tabStorage.setItem(key, text)
}

function forgetAll(): void {
  for (const key of tabStorage.keys()) if (key.startsWith(`${PREFIX}/`)) tabStorage.removeItem(key)
}

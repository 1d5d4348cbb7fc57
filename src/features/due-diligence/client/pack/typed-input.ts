import { useEffect, useState } from 'react'
import type { TaskName } from '#features/due-diligence/rules/tasks.ts'
import { session } from '#features/access/client/session.ts'
import { signedOutElsewhere } from '#base/client/lib/request.ts'
import { tabStorage } from '#base/client/lib/storage.ts'

/*
 * Input that a saved draft cannot hold, such as half a date or a paper's date before its file, stored so that a reload
 * loses nothing. In sessionStorage (this tab only), deleted on hand-in, on sign-out, and when another application opens.
 */
const PREFIX = 'pack-draft'
const prefixOf = (applicationId: string) => `${PREFIX}/${applicationId}/`

/** The stored input of one part of a task's page: its form, or a choice beside it. */
export interface TypedInput {
  /** Undefined if missing or unreadable. */
  read: () => unknown
  write: (typed: unknown) => void
}

export function typedInput(applicationId: string, task: TaskName, part: string): TypedInput {
  const key = `${prefixOf(applicationId)}${task}/${part}`
  return {
    read: () => {
      try {
        return JSON.parse(tabStorage.getItem(key) ?? '') as unknown
      } catch {
        return undefined
      }
    },
    write: (typed) => tabStorage.setItem(key, JSON.stringify(typed)),
  }
}

/** A text outside the form. */
export function useTypedText(typed: TypedInput | undefined, start: string) {
  const [text, setText] = useState(() => {
    const stored = typed?.read()
    return typeof stored === 'string' ? stored : start
  })
  const write = (next: string) => {
    setText(next)
    typed?.write(next)
  }
  return [text, write] as const
}

/** Deletes a task's input. */
export function forgetTyped(applicationId: string, task: TaskName): void {
  forget((key) => key.startsWith(`${prefixOf(applicationId)}${task}/`))
}

function forget(isForgotten: (key: string) => boolean): void {
  for (const key of tabStorage.keys())
    if (key.startsWith(`${PREFIX}/`) && isForgotten(key)) tabStorage.removeItem(key)
}

/**
 * Deletes the input of other applications, and all of it when the client signs out. If the server ends the session, it
 * stays for the next sign-in in this tab.
 */
export function useForgettingTyped(applicationId: string | undefined): void {
  useEffect(() => {
    if (applicationId === undefined) return
    forget((key) => !key.startsWith(prefixOf(applicationId)))
    let expired = false
    const stopListening = signedOutElsewhere.subscribe(() => {
      expired = true
    })
    return () => {
      stopListening()
      if (session.get().user === null && !expired) forget(() => true)
    }
  }, [applicationId])
}

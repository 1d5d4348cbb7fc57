import { useRef, useState, type SyntheticEvent } from 'react'
import { ApiError } from '#client/shared/lib/api.ts'
import type { ErrorItem } from '#client/ui/error-items.ts'

type Texts<Name extends string> = Record<Name, string>
export type FieldProblems<Name extends string> = Partial<Texts<Name>>

export interface SmallForm<Name extends string> {
  onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void
  /** What is wrong with each field. */
  problems: FieldProblems<Name>
  /** The same for an error summary, in the order of the fields. */
  items: ErrorItem[]
  /** Goes up with each attempt. */
  attempt: number
}

interface SmallFormOptions<Name extends string> {
  /** The names of the fields, in their order. */
  names: readonly Name[]
  /** Says what is wrong before anything is sent. */
  check: (texts: Texts<Name>) => FieldProblems<Name> | Promise<FieldProblems<Name>>
  /** Sends what was typed. What the server finds wrong with a field is shown beside it. */
  send: (texts: Texts<Name>) => Promise<unknown>
}

function readTexts<Name extends string>(form: HTMLFormElement, names: readonly Name[]): Texts<Name> {
  const data = new FormData(form)
  const text = (name: Name) => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
  // One entry for each name: what fromEntries cannot say in types.
  return Object.fromEntries(names.map((name) => [name, text(name)])) as Texts<Name>
}

function ofFields<Name extends string>(
  fields: Readonly<Record<string, string>>,
  names: readonly Name[],
): FieldProblems<Name> {
  const problems: FieldProblems<Name> = {}
  for (const name of names) if (fields[name]) problems[name] = fields[name]
  return problems
}

/**
 * A form of a few texts, without a library: the sign-in page must be small. The fields keep what is typed by
 * themselves; a second press while the first is under way does nothing.
 */
export function useSmallForm<Name extends string>(options: SmallFormOptions<Name>): SmallForm<Name> {
  const { names, check, send } = options
  const [problems, setProblems] = useState<FieldProblems<Name>>({})
  const [attempt, setAttempt] = useState(0)
  const busy = useRef(false)
  const attemptOnce = async (form: HTMLFormElement) => {
    const texts = readTexts(form, names)
    const found = await check(texts)
    setProblems(found)
    setAttempt((count) => count + 1)
    if (Object.keys(found).length > 0) return
    try {
      await send(texts)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblems(ofFields(error.fields, names))
    }
  }
  const onSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy.current) return
    busy.current = true
    void attemptOnce(event.currentTarget).finally(() => {
      busy.current = false
    })
  }
  const items = names.flatMap((fieldId) => {
    const message = problems[fieldId]
    return message ? [{ fieldId, message }] : []
  })
  return { onSubmit, problems, items, attempt }
}

import { useRef, useState, type ComponentProps, type SyntheticEvent } from 'react'
import { ApiError } from '#base/client/lib/api.ts'
import type { ErrorItem } from '#base/client/ui/error-items.ts'

type Texts<Name extends string> = Record<Name, string>
export type FieldProblems<Name extends string> = Partial<Texts<Name>>

export interface SmallForm<Name extends string> {
  /** Spread on the form element. */
  formProps: Required<Pick<ComponentProps<'form'>, 'noValidate' | 'onSubmit' | 'onChange'>>
  /** The problem of each field. */
  problems: FieldProblems<Name>
  /** The same for an error summary, in field order. */
  items: ErrorItem[]
  /** Incremented with each attempt, together with its problems. */
  attempt: number
}

interface SmallFormOptions<Name extends string> {
  /** The names of the fields, in order. */
  names: readonly Name[]
  /** Validates before sending. */
  check: (texts: Texts<Name>) => FieldProblems<Name> | Promise<FieldProblems<Name>>
  /** Sends the texts. Field errors of the server are shown beside the fields. */
  send: (texts: Texts<Name>) => Promise<unknown>
}

function readTexts<Name extends string>(form: HTMLFormElement, names: readonly Name[]): Texts<Name> {
  const data = new FormData(form)
  const text = (name: Name) => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
  // One entry per name, typed, unlike `fromEntries`.
  return Object.fromEntries(names.map((name) => [name, text(name)])) as Texts<Name>
}

function ofFields<Name extends string>(
  fields: Readonly<Record<string, string | undefined>>,
  names: readonly Name[],
): FieldProblems<Name> {
  const problems: FieldProblems<Name> = {}
  for (const name of names) if (fields[name]) problems[name] = fields[name]
  return problems
}

/**
 * A small form without a library, which would be too large for the sign-in page. Its fields are uncontrolled, and a
 * second submit while the first is pending does nothing.
 */
export function useSmallForm<Name extends string>(options: SmallFormOptions<Name>): SmallForm<Name> {
  const { names, check, send } = options
  const [problems, setProblems] = useState<FieldProblems<Name>>({})
  const [attempt, setAttempt] = useState(0)
  const busy = useRef(false)
  /** What `check` found, as opposed to the server. */
  const invalid = useRef<FieldProblems<Name>>({})
  const show = (found: FieldProblems<Name>) => {
    setProblems(found)
    setAttempt((count) => count + 1)
  }
  const attemptOnce = async (form: HTMLFormElement) => {
    const texts = readTexts(form, names)
    const found = await check(texts)
    invalid.current = found
    show(found)
    if (Object.keys(found).length > 0) return
    try {
      await send(texts)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      show(ofFields(error.fields, names))
    }
  }
  // The problem of a field goes when it is changed, and those of others when they no longer apply (a mismatch).
  const forgetMended = async (form: HTMLFormElement, changed: string) => {
    if (Object.keys(problems).length === 0) return
    const keep = (which: (name: Name) => boolean) =>
      setProblems((before) => ofFields(before, names.filter(which)))
    keep((name) => name !== changed)
    const now = await check(readTexts(form, names))
    if (!busy.current) keep((name) => invalid.current[name] === undefined || now[name] !== undefined)
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
  const onChange = ({ currentTarget, target }: SyntheticEvent<HTMLFormElement>) =>
    void forgetMended(currentTarget, 'name' in target && typeof target.name === 'string' ? target.name : '')
  return { formProps: { noValidate: true, onSubmit, onChange }, problems, items, attempt }
}

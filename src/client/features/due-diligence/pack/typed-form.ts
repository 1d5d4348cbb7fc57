import { sameValue } from '#domain/applications/wizard/same-answer.ts'
import { draftSchemas } from '#domain/due-diligence/drafts.ts'
import type { PackTask } from '#domain/api/due-diligence.ts'
import { pruned } from './pruned.ts'
import type { TypedInput } from './typed-input.ts'

/** Saves of a task that may be under way at once, and the draft before them. */
const MAX_KNOWN = 4

/** The values of a task's form as they are stored while typing. */
export interface TypedForm<Values> {
  /** Drafts that the server may have from this tab: the one that the input began from, and those that were sent. */
  known: readonly unknown[]
  values: Values
}

/** Adds a draft to the known ones. */
export function withKnown(known: readonly unknown[], draft: unknown): unknown[] {
  return [...known.filter((one) => !sameValue(one, draft)), draft].slice(-MAX_KNOWN)
}

/** The typed values of a form; null if there are none, or if the draft was changed elsewhere since. */
export function typedForm<Values>(
  typed: TypedInput,
  { task, content }: Pick<PackTask, 'task' | 'content'>,
): TypedForm<Values> | null {
  const stored = typed.read()
  if (!isTypedForm<Values>(stored)) return null
  const present = pruned(content)
  /** As the server normalises it. */
  const normalised = (draft: unknown) => pruned(draftSchemas[task].safeParse(draft).data ?? draft)
  return stored.known.some((draft) => sameValue(normalised(draft), present)) ? stored : null
}

function isTypedForm<Values>(stored: unknown): stored is TypedForm<Values> {
  return (
    typeof stored === 'object' &&
    stored !== null &&
    'known' in stored &&
    Array.isArray(stored.known) &&
    'values' in stored &&
    typeof stored.values === 'object'
  )
}

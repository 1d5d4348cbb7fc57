import { sameValue } from '#features/applications/rules/wizard/same-answer.ts'
import { draftSchemas } from '#features/due-diligence/rules/drafts.ts'
import type { PackTask } from '#features/due-diligence/api/due-diligence.ts'
import { pruned } from './pruned.ts'
import type { TypedInput } from './typed-input.ts'

type Stored = Pick<PackTask, 'task' | 'content'>

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

/** Whether a draft that the server has is one of those that this tab knows. */
export function isKnown(known: readonly unknown[], { task, content }: Stored): boolean {
  const present = pruned(content)
  /** As the server normalises it. */
  const normalised = (draft: unknown) => pruned(draftSchemas[task].safeParse(draft).data ?? draft)
  return known.some((draft) => sameValue(normalised(draft), present))
}

/** The typed values of a form; null if there are none, or if the draft was changed elsewhere since. */
export function typedForm<Values>(typed: TypedInput, item: Stored): TypedForm<Values> | null {
  const stored = typed.read()
  return isTypedForm<Values>(stored) && isKnown(stored.known, item) ? stored : null
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

import { useMemo } from 'react'
import { sameValue } from '#features/applications/rules/wizard/same-answer.ts'
import { tabStorage } from '#base/client/lib/storage.ts'
import { clearDraft, readTyped, writeTyped } from '#features/wizard/client/saving/step-draft.ts'
import type { TaskProps } from './task-props.ts'

type Task = Pick<TaskProps, 'application' | 'item'>

/** The draft of a task's page: the answers and the message. */
const parts = ['form', 'words'] as const

const keyOf = ({ id }: Task['item'], part: (typeof parts)[number]) => `task-${id}-${part}`

/** Unsaved input of a task's page, stored like a step's draft. */
export function useTaskDraft(
  { application: { id: applicationId }, item }: Task,
  part: (typeof parts)[number],
) {
  const key = keyOf(item, part)
  return useMemo(
    () => ({
      read: () => readTyped(tabStorage, applicationId, key),
      write: (typed: unknown) => writeTyped(tabStorage, applicationId, key, typed),
    }),
    [applicationId, key],
  )
}

/** Deletes a task's draft after it was saved. */
export function forgetTaskDraft({ application, item }: Task): void {
  for (const part of parts) clearDraft(tabStorage, application.id, keyOf(item, part))
}

/** The form's values and their base: a step's form also holds the answers of other tasks. */
export interface TypedForm {
  base: unknown
  typed: unknown
}

/** The input on top of the stored answers, since another task may have saved another part of the form. */
export function typedOver(current: unknown, { base, typed }: TypedForm): unknown {
  if (sameValue(typed, base)) return current
  if (isList(current) && isList(base) && isList(typed)) return listOver(current, { base, typed })
  if (!isGroup(current) || !isGroup(base) || !isGroup(typed)) return typed
  const [now, before, then] = [current, base, typed]
  return Object.fromEntries(
    Object.entries(now).map(([name, value]) => [
      name,
      name in then ? typedOver(value, { base: before[name], typed: then[name] }) : value,
    ]),
  )
}

/** Merged by position if the length is unchanged, since each entry may be a task. */
function listOver(
  current: readonly unknown[],
  { base, typed }: { base: readonly unknown[]; typed: readonly unknown[] },
): readonly unknown[] {
  const isAsLong = current.length === base.length && typed.length === base.length
  if (!isAsLong) return typed
  return current.map((one, index) => typedOver(one, { base: base[index], typed: typed[index] }))
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

/** Whether a draft is readable. */
export function isTypedForm(draft: unknown): draft is TypedForm {
  return isGroup(draft) && 'base' in draft && 'typed' in draft
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import { useMemo } from 'react'
import { sameValue } from '#domain/applications/wizard/same-answer.ts'
import { tabStorage } from '#client/shared/lib/storage.ts'
import { clearDraft, readTyped, writeTyped } from '../wizard/saving/step-draft.ts'
import type { TaskProps } from './task-props.ts'

type Task = Pick<TaskProps, 'application' | 'item'>

/** What a task's page holds: the answers, and the message beside them. */
const parts = ['form', 'words'] as const

const keyOf = ({ id }: Task['item'], part: (typeof parts)[number]) => `task-${id}-${part}`

/** What is typed on a task's page and not saved yet, kept as a step's draft is. */
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

/** Forgets what was typed on a task's page: it is saved. */
export function forgetTaskDraft({ application, item }: Task): void {
  for (const part of parts) clearDraft(tabStorage, application.id, keyOf(item, part))
}

/** A form as it was typed in, with what it began from: a step's form holds the answers of other tasks too. */
export interface TypedForm {
  base: unknown
  typed: unknown
}

/** What was typed, over what is saved by now: another task may have saved another part of the form meanwhile. */
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

/** One after the other, as long as none was added or taken away: each may be a task of its own. */
function listOver(
  current: readonly unknown[],
  { base, typed }: { base: readonly unknown[]; typed: readonly unknown[] },
): readonly unknown[] {
  const isAsLong = current.length === base.length && typed.length === base.length
  if (!isAsLong) return typed
  return current.map((one, index) => typedOver(one, { base: base[index], typed: typed[index] }))
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

/** Whether a draft can be read. */
export function isTypedForm(draft: unknown): draft is TypedForm {
  return isGroup(draft) && 'base' in draft && 'typed' in draft
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

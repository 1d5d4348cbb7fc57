import {
  answerNames,
  answersPatch,
  answersSchema,
  type Answers,
  type AnswersPatch,
} from '#features/applications/rules/wizard/answers.ts'
import type { StepId } from '#features/applications/rules/wizard/steps.ts'
import type { StoredItems } from '#base/client/lib/storage.ts'

/*
 * Unsaved input, stored so that a reload or the browser's Back loses nothing. It contains ID numbers and incomes, so it
 * is in sessionStorage (this tab only, never on disk for the next user), and is deleted once saved. All drafts are
 * deleted on sign-out, and when another application opens in the tab.
 */
const PREFIX = 'wizard-draft'

export interface StepDraft {
  /** The stored answers that the input began from: later ones are not overwritten unseen. */
  base: Answers
  /** Input in the API's shape that the screen shows over the stored answers, after newer ones were loaded. */
  overlay: AnswersPatch
  /** The form's values; undefined while nothing was typed. */
  typed?: unknown
}

function keyOf(applicationId: string, key: string): string {
  return `${PREFIX}/${applicationId}/${key}`
}

/** The draft of a step; null if missing or unreadable. */
export function readDraft(storage: StoredItems, applicationId: string, step: StepId): StepDraft | null {
  try {
    const draft: unknown = JSON.parse(storage.getItem(keyOf(applicationId, step)) ?? 'null')
    if (typeof draft !== 'object' || draft === null || !('base' in draft)) return null
    return {
      // Drafts of an older version may lack some parts.
      base: answersSchema.parse({ checkedDefaults: [], ...(draft.base as object) }),
      overlay: answersPatch.parse('overlay' in draft ? draft.overlay : {}),
      ...('typed' in draft ? { typed: draft.typed } : {}),
    }
  } catch {
    return null
  }
}

/** Stores a draft. */
export function writeDraft(
  storage: StoredItems,
  applicationId: string,
  step: StepId,
  draft: StepDraft,
): void {
  // A whole application may be passed: only its answers are stored.
  const stored = [...answerNames, 'checkedDefaults'] as const
  const base = Object.fromEntries(stored.map((name) => [name, draft.base[name]]))
  store(storage, keyOf(applicationId, step), { ...draft, base })
}

function store(storage: StoredItems, key: string, value: unknown): void {
  storage.setItem(key, JSON.stringify(value))
}

export function clearDraft(storage: StoredItems, applicationId: string, key: string): void {
  storage.removeItem(keyOf(applicationId, key))
}

/** Unsaved input outside the steps; undefined if missing or unreadable. */
export function readTyped(storage: StoredItems, applicationId: string, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(keyOf(applicationId, key)) ?? '') as unknown
  } catch {
    return undefined
  }
}

/** Stores input outside the steps. */
export function writeTyped(storage: StoredItems, applicationId: string, key: string, typed: unknown): void {
  store(storage, keyOf(applicationId, key), typed)
}

/** Deletes every draft in this tab, except those of one application. */
export function forgetDrafts(storage: StoredItems, exceptOf?: string): void {
  const excepted = exceptOf === undefined ? null : `${PREFIX}/${exceptOf}/`
  for (const key of storage.keys()) {
    if (key.startsWith(`${PREFIX}/`) && (excepted === null || !key.startsWith(excepted)))
      storage.removeItem(key)
  }
}

/**
 * A form's values with those of a draft. Entries with another name or type than in the current form are ignored, so
 * that a new version can read old drafts.
 */
export function withTyped<Values extends object>(values: Values, typed: unknown): Values {
  if (typeof typed !== 'object' || typed === null) return values
  const remembered = Object.entries(typed).filter(
    ([name, value]) => name in values && kindOf(value) === kindOf(values[name as keyof Values]),
  )
  return { ...values, ...Object.fromEntries(remembered) }
}

/** An unanswered yes-or-no question is null. */
function kindOf(value: unknown): string {
  if (value === null) return 'boolean'
  return Array.isArray(value) ? 'array' : typeof value
}

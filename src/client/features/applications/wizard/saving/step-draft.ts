import {
  answerNames,
  answersPatch,
  answersSchema,
  type Answers,
  type AnswersPatch,
} from '#domain/applications/wizard/answers.ts'
import type { StepId } from '#domain/applications/wizard/steps.ts'
import type { StoredItems } from '#client/shared/lib/storage.ts'

/*
 * What is typed and not saved yet, kept so that a reload or the browser's Back loses nothing. It holds ID numbers
 * and incomes, therefore: sessionStorage only (this tab, never on disk for the next visitor), gone as soon as it is
 * saved, and all of it gone at sign-out or when another application is opened in the tab.
 */
const PREFIX = 'wizard-draft'

export interface StepDraft {
  /** The stored answers that the input began from: later ones are not overwritten unseen. */
  base: Answers
  /** Input in the API's shape that the screen shows over the stored answers, after newer ones were loaded. */
  overlay: AnswersPatch
  /** What the screen held, in the shape of the step's form; undefined while nothing was typed. */
  typed?: unknown
}

function keyOf(applicationId: string, key: string): string {
  return `${PREFIX}/${applicationId}/${key}`
}

/** The draft of a step, or null where there is none or none that can be read. */
export function readDraft(storage: StoredItems, applicationId: string, step: StepId): StepDraft | null {
  try {
    const draft: unknown = JSON.parse(storage.getItem(keyOf(applicationId, step)) ?? 'null')
    if (typeof draft !== 'object' || draft === null || !('base' in draft)) return null
    return {
      // Drafts of an older page may lack some parts.
      base: answersSchema.parse({ checkedDefaults: [], ...(draft.base as object) }),
      overlay: answersPatch.parse('overlay' in draft ? draft.overlay : {}),
      ...('typed' in draft ? { typed: draft.typed } : {}),
    }
  } catch {
    return null
  }
}

/** Keeps a draft. */
export function writeDraft(
  storage: StoredItems,
  applicationId: string,
  step: StepId,
  draft: StepDraft,
): void {
  // An application may stand for its answers: the rest of it is not kept.
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

/** What was typed outside the steps; undefined where there is nothing, or nothing that can be read. */
export function readTyped(storage: StoredItems, applicationId: string, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(keyOf(applicationId, key)) ?? '') as unknown
  } catch {
    return undefined
  }
}

/** Keeps what is typed outside the steps. */
export function writeTyped(storage: StoredItems, applicationId: string, key: string, typed: unknown): void {
  store(storage, keyOf(applicationId, key), typed)
}

/** Forgets every draft in this tab, save those of one application. */
export function forgetDrafts(storage: StoredItems, exceptOf?: string): void {
  const excepted = exceptOf === undefined ? null : `${PREFIX}/${exceptOf}/`
  for (const key of storage.keys()) {
    if (key.startsWith(`${PREFIX}/`) && (excepted === null || !key.startsWith(excepted)))
      storage.removeItem(key)
  }
}

/**
 * A form's values with those that a draft remembers. What the draft calls by another name or kind than the form
 * does today is left out, so that a new version of the page reads an old draft.
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

import type { Application } from '#domain/api/application.ts'
import { answersOfStep, type Answers } from '#domain/applications/wizard/answers.ts'
import { sameAnswer } from '#domain/applications/wizard/same-answer.ts'
import type { DraftStepId } from './step-components.ts'
import { readDraft, type StepDraft } from './step-draft.ts'

/** One visit to a step: what its typing began from, and what stands on its screen. */
export interface Session {
  step: DraftStepId
  /** Goes up when the screen has to begin again from other answers. */
  revision: number
  version: number
  draft: StepDraft
  touched: boolean
}

/** The visits that have a screen. */
export interface Sessions {
  /** The one before, out of sight: taking its screen from the page can wait until the next one stands. */
  left: Session | null
  present: Session
  /** The one that is prepared, out of sight. */
  ahead: Session | null
}

/** What names a session's screen: another name, another screen. */
export function screenOf({ step, revision }: Session): string {
  return `${step}/${revision}`
}

/** Begins a visit, with what was typed on an earlier one and not saved. */
export function openSession(
  storage: Storage,
  application: Application,
  step: DraftStepId,
  revision = 0,
): Session {
  const draft = readDraft(storage, application.id, step)
  return {
    step,
    revision,
    version: application.version,
    draft: draft ?? { base: application, kept: {} },
    touched: draft !== null,
  }
}

function showsSame(step: DraftStepId, one: Answers, other: Answers): boolean {
  return answersOfStep[step].every((name) => sameAnswer(one[name], other[name]))
}

/**
 * The session after the application changed: an untouched screen follows it, and begins again only where answers changed
 * that it asks for; a touched one is left alone.
 */
export function follow(session: Session, application: Application): Session {
  const { version } = application
  if (session.version === version) return session
  if (session.touched) return { ...session, version }
  const { step, draft, revision } = session
  return {
    ...session,
    version,
    draft: { base: application, kept: {} },
    revision: showsSame(step, application, draft.base) ? revision : revision + 1,
  }
}

/** Where the wizard stands. */
export interface Place {
  application: Application
  step: DraftStepId
  /** What is likely to come after the step. */
  next: DraftStepId
  /** Whether the page has come to rest there: time to clear away and to prepare. */
  rested: boolean
}

/**
 * The sessions at a place, the very same ones where nothing changed. A step that was prepared is taken as it stands; any other
 * visit begins anew.
 */
export function sessionsAt(storage: Storage, sessions: Sessions, place: Place): Sessions {
  const moved = place.step === sessions.present.step ? sessions : move(storage, sessions, place)
  const { left, present, ahead } = moved
  const now = {
    left: place.rested ? null : left,
    present: follow(present, place.application),
    ahead: place.rested ? prepare(storage, ahead, place) : null,
  }
  const same = now.left === left && now.present === present && now.ahead === ahead
  return same ? moved : now
}

function move(storage: Storage, { left, present, ahead }: Sessions, { application, step }: Place): Sessions {
  if (ahead?.step === step) return { left: present, present: ahead, ahead: null }
  // Another name than that of a screen of the step that is still there.
  const revision = left?.step === step ? left.revision + 1 : 0
  return { left: null, present: openSession(storage, application, step, revision), ahead: null }
}

function prepare(
  storage: Storage,
  ahead: Session | null,
  { application, step, next }: Place,
): Session | null {
  if (next === step) return null
  return ahead?.step === next ? follow(ahead, application) : openSession(storage, application, next)
}

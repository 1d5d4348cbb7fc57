import type { Application } from '#domain/api/application.ts'
import {
  isSavable,
  savableAnswers,
  type Answers,
  type AnswersPatch,
} from '#domain/applications/wizard/answers.ts'
import { sameValue } from '#domain/applications/wizard/same-answer.ts'
import { createStore } from '#client/ui/store.ts'
import type { ToastContent } from '#client/ui/toast-store.ts'
import { changedIn, isEmpty } from '../saving/differences.ts'
import { rebased } from '../saving/rebased.ts'
import type { ApplicationPatch, LastWords, Save, Saved } from '../saving/save-application.ts'
import type { StepDraft } from '../saving/step-draft.ts'
import type { DraftStepId } from '../steps/step-props.ts'
import type { Screen, Screens } from './screens.ts'
import type { SaveReason } from './wizard-messages.ts'
import { nextState, type Move, type Visit, type WizardEvent, type WizardState } from './wizard-state.ts'

/** What the wizard reaches the outside by. */
export interface WizardPorts {
  /** Saves under the newest version that is known, and never throws. */
  save: (save: Save) => Promise<Saved>
  /** Saves what a page that goes still holds; null where it was not taken. */
  saveLast: (words: LastWords) => Promise<Application | null>
  screens: Screens
  /** What is typed and not saved, in this tab. */
  drafts: {
    read: (step: DraftStepId) => StepDraft | null
    write: (step: DraftStepId, draft: StepDraft) => void
    clear: (step: DraftStepId) => void
  }
  /** Waits until a step's code is here, or is known not to come. */
  ready: (step: DraftStepId) => Promise<void>
  /** Answers whether that worked. */
  signOut: () => Promise<boolean>
  tell: (news: ToastContent) => void
  /** Says that a save failed, in the words for what it was made for; a later save that works takes that back. */
  tellFailure: (reason: SaveReason) => void
  now: () => Date
  /** Runs something after a while (setTimeout); the answer calls it off. */
  later: (run: () => void, ms: number) => () => void
}

/** A save of a step; what is sent is asked in its turn. */
export interface StepSave extends Pick<Save, 'currentStep' | 'draft'> {
  step: DraftStepId
  patch: () => ApplicationPatch
  /** What it is compared with, if that is something else than the visit says: answers that somebody chose to overwrite. */
  base?: Answers | undefined
}

/** The state, and the saves that go out in turn: what the moves and the drafts are made of. */
export interface Machine {
  ports: WizardPorts
  getState: () => WizardState
  dispatch: (event: WizardEvent) => void
  subscribe: (listener: () => void) => () => void
  visitOf: (step: DraftStepId) => Visit | undefined
  baseOf: (step: DraftStepId) => Answers
  /** What of a screen can be saved and is not. */
  unsaved: (step: DraftStepId, screen?: Screen) => AnswersPatch
  save: (save: StepSave) => Promise<{ outcome: Saved; patch: ApplicationPatch }>
  noteSaved: (step: DraftStepId, sent: AnswersPatch, saved: Application) => void
  /** What stands on a screen and is saved by now, by whomever, is no matter of dispute: last words of a page before, say. */
  agree: (step: DraftStepId) => void
  /** Asks where a save met other answers, and no longer where it did not. */
  ask: (move: Move, outcome: Saved) => void
  /** Saves that are under way or wait for their turn. */
  waiting: () => number
  /** Lets the next save wait for something. */
  waitFor: (something: Promise<unknown>) => void
}

export function createMachine(opened: WizardState, ports: WizardPorts): Machine {
  const { screens, drafts } = ports
  const { get: getState, set, setSilently, subscribe } = createStore(opened)
  const judge = createJudge()
  const dispatch = (event: WizardEvent) => {
    const state = getState()
    const next = nextState(state, event)
    if (next === state) return
    // A move ends with news of its own: the screen that it leaves is not drawn once more for what was saved of it.
    if (event.type === 'saved' && state.busy !== null) setSilently(next)
    else set(next)
  }
  const visitOf = (step: DraftStepId) => getState().visits[step]
  const baseOf = (step: DraftStepId): Answers => visitOf(step)?.draft.base ?? getState().application

  const noteSaved: Machine['noteSaved'] = (step, sent, saved) => {
    const base = rebased(baseOf(step), sent, saved)
    const { savable, isAll } = judge(screens.read(step))
    const complete = isAll && isEmpty(changedIn(savable, base))
    dispatch({ type: 'saved', step, base, application: saved, complete, at: ports.now() })
    const stored = drafts.read(step)
    // While one stays at a step, its screen may hold what is no answer yet, half a date say: a reload brings that back.
    const { busy, place } = getState()
    const leaves = busy !== null || place.step !== step
    if (complete && leaves) drafts.clear(step)
    else if (stored) drafts.write(step, { ...stored, base })
  }

  const agree: Machine['agree'] = (step) => {
    if (visitOf(step)?.touched !== true) return
    const mine = judge(screens.read(step)).savable
    const { application } = getState()
    const base = baseOf(step)
    const agreed = rebased(rebased(base, mine, application), changedIn(mine, application), base)
    dispatch({ type: 'agreed', step, base: agreed })
  }

  const turns = createTurns()
  const save: Machine['save'] = ({ step, patch: patchOf, base, ...how }) =>
    turns.take(async () => {
      const patch = patchOf()
      // Before the answer, for which somebody waits.
      const sent = judge(patch).savable
      const outcome = await ports.save({ base: base ?? baseOf(step), patch, ...how })
      if (outcome.kind === 'saved') noteSaved(step, sent, outcome.application)
      return { outcome, patch }
    })

  return {
    ports,
    getState,
    dispatch,
    subscribe,
    visitOf,
    baseOf,
    unsaved: (step, screen = screens.read(step)) => changedIn(judge(screen).savable, baseOf(step)),
    save,
    noteSaved,
    agree,
    ask: (move, outcome) => {
      const clash = outcome.kind === 'conflict' ? { move, ...outcome } : null
      if (clash !== null || getState().clash !== null) dispatch({ type: 'clashed', clash })
    },
    waiting: turns.waiting,
    waitFor: turns.waitFor,
  }
}

interface Judged {
  screen: Screen
  /** What of it can be saved. */
  savable: AnswersPatch
  /** Nothing else stands there, what is not well-formed yet say. */
  isAll: boolean
}

/** Judges what stands on a screen. One that holds what it held last is not judged again: that takes longer than to compare them. */
function createJudge(): (screen: Screen) => Judged {
  let last: Judged | null = null
  return (screen) => {
    if (last === null || !sameValue(last.screen, screen)) {
      last = { screen, savable: savableAnswers(screen), isAll: isSavable(screen) }
    }
    return last
  }
}

/**
 * One after the other. What a save is compared with is asked in its turn: what the one before it saved is no news from elsewhere.
 */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return {
    async take<Result>(run: () => Promise<Result>): Promise<Result> {
      waiting += 1
      const mine = last.then(run)
      last = mine
      const result = await mine
      waiting -= 1
      return result
    },
    waiting: () => waiting,
    waitFor: (something: Promise<unknown>) => {
      last = Promise.all([last, something])
    },
  }
}

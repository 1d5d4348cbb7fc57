import { useCallback, useEffect, useRef, useState } from 'react'
import type { Application } from '#domain/api/application.ts'
import { savableAnswers, type Answers, type AnswersPatch } from '#domain/applications/wizard/answers.ts'
import { nextStep, previousStep } from '#domain/applications/wizard/steps.ts'
import { toast } from '#client/ui/toast-store.ts'
import { changedIn, withoutPaths, type Difference } from './differences.ts'
import { loadStep, prefetchSteps, type DraftStepId } from './step-components.ts'
import type { StepProps } from './step-props.ts'
import { useSaveApplication } from './use-save-application.ts'
import { draftStep, stepIn, useStepHistory } from './use-step-history.ts'
import { useStepSession, type StepSession } from './use-step-session.ts'
import {
  changesSaved,
  newerAnswersShown,
  progressSaved,
  saveFailures,
  type SaveReason,
} from './wizard-messages.ts'

/** A save on its way to a step; signing out stays at the step. */
interface Move {
  reason: Exclude<SaveReason, 'back' | 'edit'>
  patch: AnswersPatch
  target: DraftStepId
}

/** A save that waits for somebody to choose between two sets of answers. */
export interface Conflict {
  differences: Difference[]
  useNewer: () => void
  keepMine: () => void
  cancel: () => void
}

export interface Wizard {
  step: DraftStepId
  /** Changes when the step's screen has to begin again. */
  screen: string
  stepProps: StepProps
  busy: SaveReason | null
  savedAt: Date | null
  conflict: Conflict | null
  saveAndSignOut: () => void
}

/** What stands on a step's screen, in the API's shape. */
type Screen = Record<string, unknown>

const nothingTyped = (): Screen => ({})

/** Moves through the steps, saving on the way (specification section 4, "Wizard flow"). */
export function useWizard(application: Application, signOut: () => Promise<void>): Wizard {
  const history = useStepHistory(application.currentStep, (to) => void leftFor(to))
  const { step } = history
  const session = useStepSession(application, step)
  const save = useSaveApplication()
  const typed = useRef<() => Screen>(nothingTyped)
  // The step that was shown last, and what stood on it when it went.
  const visit = useRef(session)
  const left = useRef<{ step: DraftStepId; screen: Screen } | null>(null)
  useEffect(() => {
    visit.current = session
  })
  const onTyped = useCallback(
    (read: () => Screen) => {
      typed.current = read
      return () => {
        left.current = { step, screen: read() }
        typed.current = nothingTyped
      }
    },
    [step],
  )
  const { busy, once } = useOnce()
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const [asked, setAsked] = useState<{ move: Move; theirs: Application; differences: Difference[] } | null>(
    null,
  )

  const next = draftStep(nextStep(step) ?? step)
  const previous = draftStep(previousStep(step) ?? step)
  useEffect(() => {
    void prefetchSteps(history.editingFromReview ? [next, previous, 'review'] : [next, previous])
  }, [next, previous, history.editingFromReview])

  /** Saves what is on the screen as far as it is well-formed. False where that failed. */
  const saveScreen = async (screen: Screen, { base, saved }: StepSession, target: DraftStepId) => {
    const savable = savableAnswers(screen)
    const outcome = await save({ base, patch: changedIn(savable, base), currentStep: target })
    if (outcome.kind !== 'saved') return false
    setSavedAt(new Date())
    const complete = Object.keys(screen).every((name) => screen[name] === undefined || name in savable)
    saved(outcome.application, complete)
    return true
  }

  /** The browser's own Back or Forward moved already; what was typed is saved behind it. */
  const leftFor = async (target: DraftStepId) => {
    const before = visit.current
    const screen = left.current?.step === before.step ? left.current.screen : {}
    if (!(await saveScreen(screen, before, target))) tell('back')
  }

  const perform = async (move: Move, base: Answers) => {
    const [outcome] = await Promise.all([
      save({ base, patch: move.patch, currentStep: move.target }),
      loadStep(move.target).catch(() => undefined),
    ])
    setAsked(outcome.kind === 'conflict' ? { move, ...outcome } : null)
    if (outcome.kind === 'conflict') return
    if (outcome.kind === 'saved') {
      setSavedAt(new Date())
      session.saved(outcome.application, true)
    }
    await (move.reason === 'signOut'
      ? leave(outcome.kind === 'saved')
      : arrive(move, outcome.kind === 'saved'))
  }

  const arrive = (move: Move, saved: boolean) => {
    if (!saved) tell(move.reason)
    else {
      if (move.reason === 'review') toast(changesSaved)
      // Unless the browser's Back was faster.
      if (stepIn(location.search) === step) history.open(move.target)
    }
  }

  const leave = async (saved: boolean) => {
    if (!saved) tell('signOut')
    await signOut()
    // Said again over the notice of having signed out: only one shows at a time.
    if (saved) toast(progressSaved)
    else tell('signOut')
  }

  const goBack = async () => {
    const [saved] = await Promise.all([
      saveScreen(typed.current(), session, previous),
      loadStep(previous).catch(() => undefined),
    ])
    if (!saved) tell('back')
    if (stepIn(location.search) === step) history.open(previous)
  }

  const edit = async (target: DraftStepId) => {
    const [outcome] = await Promise.all([
      save({ base: session.base, patch: {}, currentStep: target }),
      loadStep(target).catch(() => undefined),
    ])
    if (outcome.kind === 'saved') history.open(target, { editingFromReview: true })
    else tell('edit')
  }

  const start = (move: Move) => once(move.reason, () => perform(move, session.base))

  return {
    step,
    screen: `${step}/${session.revision}`,
    busy,
    savedAt,
    stepProps: {
      application: session.shown,
      editingFromReview: history.editingFromReview,
      saving: busy === 'next' || busy === 'back' || busy === 'review' ? busy : null,
      draft: session.draft,
      saveAndContinue: (patch) => start({ reason: 'next', patch: savableAnswers(patch), target: next }),
      saveAndReview: (patch) => start({ reason: 'review', patch: savableAnswers(patch), target: 'review' }),
      goBack: () => void once('back', goBack),
      editStep: (target) => void once('edit', () => edit(draftStep(target))),
      onTyped,
    },
    saveAndSignOut: () => {
      const patch = changedIn(savableAnswers(typed.current()), session.base)
      void start({ reason: 'signOut', patch, target: step })
    },
    conflict: asked && {
      differences: asked.differences,
      cancel: () => setAsked(null),
      keepMine: () => void once(asked.move.reason, () => perform(asked.move, asked.theirs)),
      useNewer: () => {
        const paths = asked.differences.map((difference) => difference.path)
        session.adopt(asked.theirs, withoutPaths(asked.move.patch, paths))
        setAsked(null)
        toast(newerAnswersShown)
      },
    },
  }
}

function tell(reason: SaveReason) {
  toast({ ...saveFailures[reason], variant: 'destructive' })
}

/** Lets one thing be done at a time: a second press while the first one is being worked on does nothing. */
function useOnce() {
  const [busy, setBusy] = useState<SaveReason | null>(null)
  const working = useRef(false)
  const once = async (reason: SaveReason, work: () => Promise<void>) => {
    if (working.current) return
    working.current = true
    setBusy(reason)
    try {
      await work()
    } finally {
      working.current = false
      setBusy(null)
    }
  }
  return { busy, once }
}

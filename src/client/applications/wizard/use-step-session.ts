import { useCallback, useState } from 'react'
import type { Application } from '#domain/api/application.ts'
import type { Answers, AnswersPatch } from '#domain/applications/wizard/answers.ts'
import type { DraftStepId } from './step-components.ts'
import { clearDraft, readDraft, writeDraft } from './step-draft.ts'
import { openSession, sessionsAt, type Place, type Session, type Sessions } from './step-session.ts'

/** The present visit to a step. */
export interface StepSession {
  step: DraftStepId
  base: Answers
  /**
   * What the screen held was saved: all of it, or as far as it was well-formed. The typing goes on from there.
   */
  saved: (application: Application, complete: boolean) => void
  /** Shows newer answers, and beside them what of the typing does not contradict them. */
  adopt: (application: Application, kept: AnswersPatch) => void
}

export interface StepSessions {
  session: StepSession
  /** Those that have a screen, in the order in which they come. */
  visits: Session[]
  /** Something was typed on a step's screen: answers that change elsewhere no longer change it. */
  onTouched: (step: DraftStepId) => void
}

/** The present visit to a step, which begins when the step changes, and those beside it that have a screen. */
export function useStepSessions(place: Place): StepSessions {
  const { application, step } = place
  const { id } = application
  const [state, setSessions] = useState<Sessions>(() => ({
    left: null,
    present: openSession(sessionStorage, application, step),
    ahead: null,
  }))
  const sessions = sessionsAt(sessionStorage, state, place)
  if (sessions !== state) setSessions(sessions)

  const change = useCallback((of: DraftStepId, changed: (session: Session) => Session) => {
    const inPlace = (session: Session) => (session.step === of ? changed(session) : session)
    setSessions(({ left, present, ahead }) => ({
      left: left && inPlace(left),
      present: inPlace(present),
      ahead: ahead && inPlace(ahead),
    }))
  }, [])

  const { left, present, ahead } = sessions
  return {
    session: {
      step,
      base: present.draft.base,
      saved: (now, complete) => {
        if (complete) {
          clearDraft(sessionStorage, id, step)
        } else {
          const stored = readDraft(sessionStorage, id, step)
          if (stored) writeDraft(sessionStorage, id, step, { ...stored, base: now })
        }
        change(step, (open) => ({ ...open, version: now.version, draft: { ...open.draft, base: now } }))
      },
      adopt: (newer, kept) => {
        writeDraft(sessionStorage, id, step, { base: newer, kept })
        change(step, ({ revision }) => openSession(sessionStorage, newer, step, revision + 1))
      },
    },
    visits: [left, present, ahead].filter((session) => session !== null),
    onTouched: useCallback(
      (of) => change(of, (session) => (session.touched ? session : { ...session, touched: true })),
      [change],
    ),
  }
}

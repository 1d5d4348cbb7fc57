import { useMemo, useState } from 'react'
import type { Application } from '#domain/api/application.ts'
import { answerNames, type Answers, type AnswersPatch } from '#domain/applications/wizard/answers.ts'
import type { StepId } from '#domain/applications/wizard/steps.ts'
import { clearDraft, readDraft, writeDraft, type StepDraft } from './step-draft.ts'
import { withPatch } from './step-problems.ts'
import type { StepProps } from './step-props.ts'

/** One visit to a step: what its typing began from, and what stands on its screen. */
interface Session {
  step: StepId
  /** Goes up when the screen has to begin again from other answers. */
  revision: number
  version: number
  draft: StepDraft
  touched: boolean
}

export interface StepSession {
  revision: number
  base: Answers
  /** The application as the screen begins with it: what is saved, and what was kept besides. */
  shown: Application
  draft: StepProps['draft']
  /** What the screen held is saved. */
  settle: () => void
  /** What the screen holds is saved as far as it could be: the typing goes on from there. */
  rebase: (application: Application) => void
  /** Shows newer answers, and beside them what of the typing does not contradict them. */
  adopt: (application: Application, kept: AnswersPatch) => void
}

function openSession(application: Application, step: StepId, revision = 0): Session {
  const draft = readDraft(sessionStorage, application.id, step)
  return {
    step,
    revision,
    version: application.version,
    draft: draft ?? { base: application, kept: {} },
    touched: draft !== null,
  }
}

function sameAnswers(one: Answers, other: Answers): boolean {
  return answerNames.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]))
}

/** The session after the application changed elsewhere: an untouched screen follows it, a touched one is left alone. */
function follow(session: Session, application: Application): Session {
  if (session.touched) return { ...session, version: application.version }
  return {
    ...session,
    version: application.version,
    draft: { base: application, kept: {} },
    revision: sameAnswers(application, session.draft.base) ? session.revision : session.revision + 1,
  }
}

/** The present visit to a step; a new one begins when the step changes. */
export function useStepSession(application: Application, step: StepId): StepSession {
  const [state, setSession] = useState(() => openSession(application, step))
  let session = state
  if (session.step !== step) session = openSession(application, step)
  else if (session.version !== application.version) session = follow(session, application)
  if (session !== state) setSession(session)

  const { id } = application
  const { base, kept, typed } = session.draft
  const draft = useMemo(
    () => ({
      read: () => typed,
      write: (screen: unknown) => {
        writeDraft(sessionStorage, id, step, { base, kept, typed: screen })
        setSession((now) => (now.touched || now.step !== step ? now : { ...now, touched: true }))
      },
    }),
    [id, step, base, kept, typed],
  )
  return {
    revision: session.revision,
    base,
    shown: useMemo(() => withPatch(application, kept), [application, kept]),
    draft,
    settle: () => clearDraft(sessionStorage, id, step),
    rebase: (saved) => {
      const draftNow = readDraft(sessionStorage, id, step)
      if (draftNow) writeDraft(sessionStorage, id, step, { ...draftNow, base: saved })
    },
    adopt: (newer, rest) => {
      writeDraft(sessionStorage, id, step, { base: newer, kept: rest })
      setSession(openSession(newer, step, session.revision + 1))
    },
  }
}

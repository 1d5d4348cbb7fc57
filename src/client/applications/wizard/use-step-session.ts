import { useMemo, useState } from 'react'
import type { Application } from '#domain/api/application.ts'
import { answerNames, type Answers, type AnswersPatch } from '#domain/applications/wizard/answers.ts'
import type { DraftStepId } from './step-components.ts'
import { clearDraft, readDraft, writeDraft, type StepDraft } from './step-draft.ts'
import { withPatch } from './step-problems.ts'
import type { StepProps } from './step-props.ts'

/** One visit to a step: what its typing began from, and what stands on its screen. */
interface Session {
  step: DraftStepId
  /** Goes up when the screen has to begin again from other answers. */
  revision: number
  version: number
  draft: StepDraft
  touched: boolean
}

export interface StepSession {
  step: DraftStepId
  revision: number
  base: Answers
  /** The application as the screen begins with it: what is saved, and what was kept besides. */
  shown: Application
  draft: StepProps['draft']
  /**
   * What the screen held was saved: all of it, or as far as it was well-formed. The typing goes on from there.
   */
  saved: (application: Application, complete: boolean) => void
  /** Shows newer answers, and beside them what of the typing does not contradict them. */
  adopt: (application: Application, kept: AnswersPatch) => void
}

function openSession(application: Application, step: DraftStepId, revision = 0): Session {
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
export function useStepSession(application: Application, step: DraftStepId): StepSession {
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
    step,
    revision: session.revision,
    base,
    shown: useMemo(() => withPatch(application, kept), [application, kept]),
    draft,
    saved: (now, complete) => {
      const stored = readDraft(sessionStorage, id, step)
      if (complete) clearDraft(sessionStorage, id, step)
      else if (stored) writeDraft(sessionStorage, id, step, { ...stored, base: now })
      setSession((open) =>
        open.step === step ? { ...open, version: now.version, draft: { ...open.draft, base: now } } : open,
      )
    },
    adopt: (newer, rest) => {
      writeDraft(sessionStorage, id, step, { base: newer, kept: rest })
      setSession(openSession(newer, step, session.revision + 1))
    },
  }
}

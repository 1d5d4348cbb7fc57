import type { ReactNode } from 'react'
import type { Elements } from './elements.ts'

type DecisionBarProps = {
  /** The reason, where the decision has one. */
  fields?: ReactNode
  /** The outcomes, as buttons. */
  children: Elements
  /** What follows from a decision. */
  follows?: string
  /** Why nothing was decided, in place of what follows. */
  problem?: string | undefined
}

/** The decision on what is above it, at the lower edge of the window: reason, outcomes, and what follows. */
export function DecisionBar({ fields, children, follows, problem }: DecisionBarProps) {
  return (
    <div role="group" aria-label="Decision" className="decision-bar">
      {fields === undefined ? null : <div className="decision-fields">{fields}</div>}
      <div className="decision-outcomes">
        {children}
        {problem === undefined ? (
          <p className="ml-auto text-xs text-ink-soft max-lg:hidden">{follows}</p>
        ) : (
          <p role="alert" className="ml-auto text-xs font-semibold text-danger">
            {problem}
          </p>
        )}
      </div>
    </div>
  )
}

/** The key of a decision, on its button; not on touch. */
export function Key({ children }: { children: string }) {
  return (
    <kbd
      aria-hidden="true"
      className="ml-2 rounded-sm border border-hairline px-1.5 font-sans text-xs text-ink-soft"
    >
      {children}
    </kbd>
  )
}

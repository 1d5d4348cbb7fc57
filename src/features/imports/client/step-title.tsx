import type { ReactNode } from 'react'
import type { Elements } from '#base/client/ui/elements.ts'
import { TitleBar } from '#base/client/ui/title-bar.tsx'

const steps = ['File', 'Columns', 'Check', 'Done'] as const
type ImportStep = (typeof steps)[number]

type Props = {
  step: ImportStep
  /** The file. */
  lead?: ReactNode
  /** The main button of the step. */
  action?: Elements
  /** Returns to the columns. */
  onColumns?: (() => void) | undefined
}

/** The heading of the page, with the four steps of an import in one line. */
export function StepTitle({ step, lead, action, onColumns }: Props) {
  return (
    <div className="mb-2">
      <TitleBar title="Import clients">
        <ol aria-label="Steps" className="flex flex-wrap gap-x-4 text-sm text-ink-soft">
          {steps.map((name) => (
            <li
              key={name}
              aria-current={name === step ? 'step' : undefined}
              className="aria-[current]:border-b-2 aria-[current]:border-brass-line aria-[current]:font-semibold aria-[current]:text-ink"
            >
              {name === 'Columns' && onColumns !== undefined ? (
                <button type="button" className="text-link" onClick={onColumns}>
                  {name}
                </button>
              ) : (
                name
              )}
            </li>
          ))}
        </ol>
        {action ? <div className="ml-auto">{action}</div> : null}
      </TitleBar>
      {lead ? <p className="w-full text-ink-soft wrap-anywhere">{lead}</p> : null}
    </div>
  )
}

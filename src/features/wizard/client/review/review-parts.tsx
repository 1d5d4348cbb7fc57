import { useState, type ReactNode } from 'react'
import type { Application } from '#features/applications/api/application.ts'
import type { FieldName } from '#features/applications/rules/wizard/questionnaire.ts'
import type { StepId } from '#features/applications/rules/wizard/steps.ts'
import { PackSection } from '#features/due-diligence/client/pack/pack-section.tsx'
import { afterPaint } from '#base/client/ui/after-paint.ts'
import { Button } from '#base/client/ui/button.tsx'
import { Checkbox } from '#base/client/ui/checkbox.tsx'
import type { StepProps } from '../steps/step-props.ts'
import { AnswerSectionView } from './answer-section.tsx'
import { answerSections } from './answer-rows.ts'
import { DocumentsSection } from './documents-section.tsx'
import { countIn, exceptionsOf, type Exceptions } from './exceptions.ts'
import { JumpList, type JumpTarget } from './jump-list.tsx'
import { NetWorthSection } from './net-worth-section.tsx'
import { focusField } from './focus-field.ts'
import { ThingsToCheck } from './things-to-check.tsx'
import { useChecks } from './use-checks.ts'

const anchorOf = (title: string) => `review-${title.toLowerCase().replaceAll(/[^a-z]+/gu, '-')}`

/** Parts of the review, with the steps of each. */
const parts: readonly { title: string; steps: readonly StepId[] }[] = [
  ...answerSections.map(({ title, step }) => ({ title, steps: [step] })),
  { title: 'Net Worth Summary', steps: ['assets', 'liabilities'] },
  { title: 'Documents Status', steps: ['documents'] },
  { title: 'Terms', steps: [] },
]

/** Collapsible parts: the lists of answers. */
const foldable = [...answerSections.map(({ title }) => title), 'Assets', 'Liabilities']

type ReviewPartsProps = Pick<StepProps, 'application' | 'editStep'> & {
  /** Missing answers are listed above. */
  missingShown: boolean
  children: ReactNode
}

/** The answers: exceptions first, then each part in short. */
export function ReviewParts({ application, editStep, missingShown, children }: ReviewPartsProps) {
  const [open, setOpen] = useState<readonly string[]>([])
  const [showUnanswered, setShowUnanswered] = useState(false)
  const { confirmed, confirm } = useChecks()
  const seen = withChecked(application, confirmed)
  const exceptions = exceptionsOf(seen, new Date())
  const toggle = (title: string, wanted: boolean) =>
    setOpen((before) => (wanted ? [...before, title] : before.filter((one) => one !== title)))
  const allOpen = foldable.every((title) => open.includes(title))
  const jump = ({ anchor, title }: JumpTarget) => {
    setOpen((before) => [...new Set([...before, title])])
    afterPaint(() => {
      const heading = document.getElementById(anchor)?.querySelector('h2')
      heading?.scrollIntoView({ block: 'start' })
      heading?.focus({ preventScroll: true })
    })
  }
  return (
    <div className="grid gap-6">
      <ThingsToCheck
        {...{ exceptions, missingShown }}
        onRight={confirm}
        onMend={(step, path) => {
          editStep(step)
          focusField(path)
        }}
      />
      <div>
        <JumpList targets={targetsOf(exceptions)} onJump={jump} />
        <div className="flex flex-wrap items-center justify-between gap-x-6 print:hidden">
          {open.length === 0 ? (
            <p className="text-sm text-ink-soft">Your answers in short</p>
          ) : (
            <Checkbox
              label="Show unanswered questions"
              checked={showUnanswered}
              onChange={(event) => setShowUnanswered(event.target.checked)}
            />
          )}
          <Button
            tone="quiet"
            size="small"
            className="-mr-4"
            onClick={() => setOpen(allOpen ? [] : foldable)}
          >
            {allOpen ? 'Hide all answers' : 'Show all answers'}
          </Button>
        </div>
      </div>
      {answerSections.map((section) => (
        <AnswerSectionView
          key={section.title}
          {...{ section, editStep, showUnanswered }}
          application={seen}
          anchor={anchorOf(section.title)}
          open={open.includes(section.title)}
          onToggle={(wanted) => toggle(section.title, wanted)}
        />
      ))}
      <NetWorthSection
        {...{ application, editStep, showUnanswered }}
        anchor={anchorOf('Net Worth Summary')}
        isOpen={(title) => open.includes(title)}
        onToggle={toggle}
      />
      <div id={anchorOf('Documents Status')}>
        <DocumentsSection {...{ application, editStep }} />
      </div>
      <PackSection />
      <div id={anchorOf('Terms')}>{children}</div>
    </div>
  )
}

function targetsOf(exceptions: Exceptions): JumpTarget[] {
  return parts.map(({ title, steps }) => ({
    title,
    anchor: anchorOf(title),
    exceptions: countIn(steps, exceptions),
  }))
}

/** The application with the default answers confirmed on this page. */
function withChecked(application: Application, confirmed: readonly FieldName[]): Application {
  return { ...application, checkedDefaults: [...application.checkedDefaults, ...confirmed] }
}

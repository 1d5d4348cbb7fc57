import { use, useId, useRef, useState, type ReactNode } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import {
  questionnaire,
  namesOn,
  type FieldName,
  type QuestionPage,
} from '#features/applications/rules/wizard/questionnaire.ts'
import { answersInShort } from '#features/applications/rules/wizard/answer-text.ts'
import { uncheckedIn } from '#features/applications/rules/wizard/default-answers.ts'
import { afterPaint } from '#base/client/ui/after-paint.ts'
import { Button } from '#base/client/ui/button.tsx'
import { CheckIcon } from '#base/client/ui/icons.tsx'
import { Section, type SectionProps } from '#base/client/ui/section.tsx'
import { AnsweredBeforehand, useBeforehand } from './answered-beforehand.tsx'
import { useMinWidth } from '#base/client/ui/use-min-width.ts'
import { StepStatus } from './step-props.ts'
import type { StepForm } from './use-step-form.ts'

/** Wider windows show every question of a step, in `rem` (decisions, "Answered sections"). */
const MIN_WIDTH_UNFOLDED = 40

type FoldSectionProps<Values extends FieldValues> = Pick<SectionProps, 'description'> & {
  title: string
  page: QuestionPage
  stepForm: StepForm<Values>
  /** The next section, which the last button opens. */
  next?: string
  /** Summary of the section's documents; null if one is missing, so that it starts expanded. */
  papers?: string | null
  children: ReactNode
}

/**
 * A section of a step's questions. On a phone it collapses to a summary when complete: on its last button, or if it was
 * complete when the step opened. Sections with errors or warnings never collapse.
 */
export function FoldSection<Values extends FieldValues>(props: FoldSectionProps<Values>) {
  const { title, description, page, stepForm, next, papers = '', children } = props
  const box = useRef<HTMLDivElement>(null)
  const contentId = useId()
  const names = namesOn(page).filter((name) => questionnaire[name].section === title)
  const { folded, drawn, fold, unfold } = useFold(stepForm, names, papers !== null)
  const beforehand = useBeforehand(stepForm, names)
  const goOn = () => {
    const missing = problemsIn(names, stepForm.look().problems)
    if (missing.length > 0) return stepForm.point(missing)
    beforehand.check(names)
    fold()
    afterPaint(() => {
      box.current?.scrollIntoView({ block: 'nearest' })
      headingIn(box.current?.nextElementSibling)?.focus({ preventScroll: true })
    })
  }
  const change = () => {
    unfold()
    afterPaint(() => headingIn(box.current)?.focus())
  }
  return (
    <div ref={box}>
      <Section
        title={title}
        focusable
        description={folded ? undefined : description}
        action={folded ? <ChangeButton what={title} {...{ contentId }} onPress={change} /> : null}
      >
        {folded ? (
          <p className="flex items-start gap-2">
            <CheckIcon className="mt-px size-6 text-success" />
            <span className="min-w-0 wrap-anywhere">
              {[answersInShort(page, title, stepForm.look().answers), papers].filter(Boolean).join(' · ')}
            </span>
          </p>
        ) : null}
        <div id={contentId} hidden={folded}>
          <AnsweredBeforehand value={beforehand}>{drawn ? children : null}</AnsweredBeforehand>
          {next === undefined ? null : (
            <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
              <Button tone="secondary" onClick={goOn}>{`Continue to ${next}`}</Button>
              {beforehand.unchecked.length === 0 ? null : (
                <p className="min-w-[min(12rem,100%)] flex-1 text-sm text-pretty text-ink-soft">
                  Continuing confirms the answers marked “Check this”.
                </p>
              )}
            </div>
          )}
        </div>
      </Section>
    </div>
  )
}

/** Whether a section is collapsed (the client's choice, and only without errors), and whether it was ever expanded. */
function useFold<Values extends FieldValues>(
  { look }: StepForm<Values>,
  names: readonly FieldName[],
  papersThere: boolean,
) {
  const { editingFromReview } = use(StepStatus)
  const isDone = () => {
    const { answers, problems, warnings } = look()
    const open = [
      ...problems.map(({ path }) => path),
      ...warnings.map(({ path }) => path),
      ...uncheckedIn(answers),
    ]
    return !open.some((path) => isIn(names, path))
  }
  // A client who comes from the review wants to change something.
  const [wished, setWished] = useState(() => !editingFromReview && papersThere && isDone())
  const isPhone = !useMinWidth(MIN_WIDTH_UNFOLDED)
  const folded = isPhone && wished && isDone()
  // Hidden questions would delay visible ones; the form holds their answers in any case.
  const [drawn, setDrawn] = useState(!folded)
  if (!folded && !drawn) setDrawn(true)
  return {
    folded,
    drawn,
    fold: () => setWished(true),
    unfold: () => setWished(false),
  }
}

function isIn(names: readonly FieldName[], path: string): boolean {
  const [first] = path.split('.')
  return names.some((name) => name === first)
}

function problemsIn<Values extends FieldValues, Found extends { path: string }>(
  names: readonly FieldName[],
  found: readonly Found[],
): (Found & { path: FieldPath<Values> })[] {
  return found.filter(({ path }) => isIn(names, path)) as (Found & { path: FieldPath<Values> })[]
}

function headingIn(element: Element | null | undefined): HTMLElement | null {
  return element?.querySelector('h2') ?? null
}

type ChangeButtonProps = { what: string; contentId: string; onPress: () => void }

function ChangeButton({ what, contentId, onPress }: ChangeButtonProps) {
  return (
    <Button
      tone="quiet"
      size="small"
      className="-my-2 -mr-4 shrink-0"
      aria-expanded={false}
      aria-controls={contentId}
      onClick={onPress}
    >
      <span>
        Change<span className="sr-only"> {what}</span>
      </span>
    </Button>
  )
}

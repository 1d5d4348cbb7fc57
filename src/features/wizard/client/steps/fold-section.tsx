import { use, useId, useRef, useState, type ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
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
import { StepStatus } from './step-props.ts'
import { useFolding } from './use-folding.tsx'
import type { StepForm } from './use-step-form.ts'

type FoldSectionProps<Values extends FieldValues> = Pick<SectionProps, 'description'> & {
  title: string
  page: QuestionPage
  stepForm: StepForm<Values>
  /** Summary of the section's documents; null if one is missing, so that it starts expanded. */
  papers?: string | null
  children: ReactNode
}

/**
 * A section of a step's questions. On a phone it opens collapsed to a summary if it was complete. Sections with errors
 * or warnings never collapse.
 */
export function FoldSection<Values extends FieldValues>(props: FoldSectionProps<Values>) {
  const { title, description, page, stepForm, papers = '', children } = props
  const box = useRef<HTMLDivElement>(null)
  const contentId = useId()
  const names = namesOn(page).filter((name) => questionnaire[name].section === title)
  const { folded, drawn, unfold } = useFold(stepForm, names, papers !== null)
  const beforehand = useBeforehand(stepForm, names)
  const change = () => {
    unfold()
    afterPaint(() => box.current?.querySelector('h2')?.focus())
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
  const isPhone = useFolding()
  const folded = isPhone && wished && isDone()
  // Hidden questions would delay visible ones; the form holds their answers in any case.
  const [drawn, setDrawn] = useState(!folded)
  if (!folded && !drawn) setDrawn(true)
  return {
    folded,
    drawn,
    unfold: () => setWished(false),
  }
}

function isIn(names: readonly FieldName[], path: string): boolean {
  const [first] = path.split('.')
  return names.some((name) => name === first)
}

type ChangeButtonProps = { what: string; contentId?: string; onPress: () => void }

/** Opens what is collapsed. */
export function ChangeButton({ what, contentId, onPress }: ChangeButtonProps) {
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

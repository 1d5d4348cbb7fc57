import type { Application } from '#domain/api/application.ts'
import { DefinitionList } from '#client/ui/definition-list.tsx'
import { AlertSign, WarningSign } from '#client/ui/icons.tsx'
import { Section } from '#client/ui/section.tsx'
import type { StepProps } from '../steps/step-props.ts'
import { answerRows, type AnswerRow, type AnswerSection } from './answer-rows.ts'
import { EditButton } from './edit-button.tsx'

type AnswerSectionViewProps = {
  section: AnswerSection
  application: Application
  editStep: StepProps['editStep']
}

/** The answers of one question page, with what is missing and what deserves a second look. */
export function AnswerSectionView({ section, application, editStep }: AnswerSectionViewProps) {
  const { title, step } = section
  return (
    <Section title={title} action={<EditButton what={title} onPress={() => editStep(step)} />}>
      <DefinitionList
        rows={answerRows(section, application, new Date()).map((row) => ({
          label: row.label,
          value: <AnswerValue row={row} />,
        }))}
      />
    </Section>
  )
}

function AnswerValue({ row: { text, words, problem, warnings } }: { row: AnswerRow }) {
  return (
    <>
      <span className="whitespace-pre-wrap">{text}</span>
      {words ? <span className="mt-0.5 block text-sm text-pretty text-ink-soft">{words}</span> : null}
      {problem ? (
        <span className="mt-0.5 flex items-start gap-2 text-sm font-semibold text-danger">
          <AlertSign className="mt-0.5 size-5" />
          {problem}
        </span>
      ) : null}
      {warnings.map((warning) => (
        <span key={warning} className="mt-0.5 flex items-start gap-2 text-sm text-pretty text-warning">
          <WarningSign className="mt-0.5 size-5" />
          {warning}
        </span>
      ))}
    </>
  )
}

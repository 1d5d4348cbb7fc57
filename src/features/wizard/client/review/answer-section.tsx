import type { Application } from '#features/applications/api/application.ts'
import { Badge } from '#base/client/ui/badge.tsx'
import { DefinitionList } from '#base/client/ui/definition-list.tsx'
import { AlertIcon, WarningIcon } from '#base/client/ui/icons.tsx'
import { Section } from '#base/client/ui/section.tsx'
import type { StepProps } from '../steps/step-props.ts'
import {
  answerRows,
  sectionInShort,
  type AnswerRow,
  type AnswerSection,
  type AnswersInShort,
} from './answer-rows.ts'
import { EditButton } from './edit-button.tsx'
import { ShortOnPhone } from './short-on-phone.tsx'

type AnswerSectionViewProps = {
  section: AnswerSection
  application: Application
  editStep: StepProps['editStep']
}

/** The answers of one question page, with errors and warnings. */
export function AnswerSectionView({ section, application, editStep }: AnswerSectionViewProps) {
  const { title, step } = section
  const rows = answerRows(section, application, new Date()).filter(({ unanswered }) => !unanswered)
  return (
    <Section title={title} action={<EditButton what={title} onPress={() => editStep(step)} />}>
      <ShortOnPhone inShort={<InShort groups={sectionInShort(section, application)} />}>
        <DefinitionList
          compact="phone"
          rows={rows.map((row) => ({ label: row.label, value: <AnswerValue row={row} /> }))}
        />
      </ShortOnPhone>
    </Section>
  )
}

function InShort({ groups }: { groups: readonly AnswersInShort[] }) {
  if (groups.length === 0) return <p className="text-ink-soft">Nothing answered yet</p>
  return groups.map(({ title, text }) => (
    <p key={title ?? ''} className="mt-1 first:mt-0">
      {title === undefined ? null : <span className="text-ink-soft">{`${title}: `}</span>}
      <span className="wrap-anywhere">{text}</span>
    </p>
  ))
}

function AnswerValue({ row: { text, spelledOut, problem, warnings, unchecked } }: { row: AnswerRow }) {
  return (
    <>
      <span className="whitespace-pre-wrap">{text}</span>
      {spelledOut ? (
        <span className="mt-0.5 block text-sm text-pretty text-ink-soft">{spelledOut}</span>
      ) : null}
      {problem ? (
        <span className="mt-0.5 flex items-start gap-2 text-sm font-semibold text-danger">
          <AlertIcon className="mt-0.5 size-5" />
          <span>{problem}</span>
        </span>
      ) : null}
      {unchecked ? (
        <span className="ml-2 inline-block">
          <Badge tone="brass">Check this</Badge>
        </span>
      ) : null}
      {warnings.map((warning) => (
        <span key={warning} className="mt-0.5 flex items-start gap-2 text-sm text-pretty text-warning">
          <WarningIcon className="mt-0.5 size-5" />
          <span>{warning}</span>
        </span>
      ))}
    </>
  )
}

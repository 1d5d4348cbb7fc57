import { ChevronDown } from 'lucide-react'
import { useFieldArray, useWatch } from 'react-hook-form'
import type { DraftOf } from '#features/due-diligence/rules/drafts.ts'
import {
  exposureQuestionNames,
  exposureQuestions,
  relations,
  type ExposureQuestionName,
} from '#features/due-diligence/rules/positions.ts'
import { CheckRow } from '#base/client/ui/check-row.tsx'
import {
  AddButton,
  CountryField,
  optionsOf,
  RemoveButton,
  SelectField,
  TextField,
  YesNoField,
} from '../fields.tsx'
import { FormFrame } from '../form-frame.tsx'
import { useTaskForm, type TaskForm, type TaskProps } from '../use-task-form.ts'

type Values = DraftOf<'exposure'>
type Rows = ReturnType<typeof useFieldArray<Values, 'positions'>>

const YEAR = /^\d{4}(?:-\d{2})?$/u
const MAX_POSITIONS = 20

/** Half a year stays on the screen alone. */
function toDraft({ positions = [], ...answers }: Values) {
  const known = (year = '') => (YEAR.test(year) ? year : undefined)
  return {
    ...answers,
    positions: positions.map(({ from, to, ...row }) => ({ ...row, from: known(from), to: known(to) })),
  }
}

/** The four questions about public positions, with the positions themselves where one is answered with yes. */
export function ExposureTask({ item, onConflict }: TaskProps<'exposure'>) {
  const form = useTaskForm<Values>({
    item,
    onConflict,
    start: item.content ?? {},
    toDraft,
    decisive: exposureQuestionNames,
  })
  const rows = useFieldArray({ control: form.form.control, name: 'positions' })
  return (
    <FormFrame {...{ form, item }}>
      <p className="text-pretty text-ink-soft">
        The law asks this of every client. For almost everyone the answer to all four questions is no.
      </p>
      <NoneApply {...{ form, rows }} />
      {exposureQuestionNames.map((name) => (
        <Question key={name} {...{ form, rows, name }} />
      ))}
    </FormFrame>
  )
}

/** Answers all four questions with no. */
function NoneApply({ form, rows }: Pick<QuestionProps, 'form' | 'rows'>) {
  const answers = useWatch({ control: form.form.control, name: [...exposureQuestionNames] })
  return (
    <CheckRow
      label="None of these apply to me"
      name="none"
      checked={answers.every((answer) => answer === false)}
      onCheckedChange={(isNone) => {
        if (isNone) rows.remove()
        for (const name of exposureQuestionNames) form.choose(name, isNone ? false : undefined)
      }}
    />
  )
}

type QuestionProps = { form: TaskForm<Values>; rows: Rows; name: ExposureQuestionName }

function Question({ form, rows, name }: QuestionProps) {
  const answer = useWatch({ control: form.form.control, name })
  const own = rows.fields.flatMap(({ id, question }, index) => (question === name ? [{ id, index }] : []))
  const add = () => rows.append({ question: name })
  return (
    <div className="grid gap-4 border-t border-hairline pt-6">
      <YesNoField
        {...{ form, name }}
        label={exposureQuestions[name].text}
        hint={<Positions name={name} />}
        onAnswered={(isYes) => {
          if (!isYes) rows.remove(own.map(({ index }) => index))
          else if (own.length === 0) add()
        }}
      />
      {answer === true ? (
        <>
          {own.map(({ id, index }, nth) => (
            <div
              key={id}
              role="group"
              aria-label={`Position ${nth + 1}`}
              className="grid gap-4 border-l-2 border-brass-line pl-4 sm:pl-6"
            >
              <Position {...{ form, index }} isRelated={name === 'related'} isForeign={name === 'foreign'} />
              {own.length > 1 ? (
                <RemoveButton
                  label={`Remove position ${nth + 1}`}
                  onPress={() => {
                    rows.remove(index)
                    form.changed()
                  }}
                />
              ) : null}
            </div>
          ))}
          {rows.fields.length < MAX_POSITIONS ? (
            <AddButton onPress={add}>Add another position</AddButton>
          ) : null}
        </>
      ) : null}
    </div>
  )
}

/** The positions that a question is about; the last one is about the people of the first three. */
function Positions({ name }: { name: ExposureQuestionName }) {
  const { positions, source } = exposureQuestions[name]
  if (positions.length === 0) return 'It is about the positions of the three questions above.'
  return (
    <details className="group">
      <summary className="text-link inline-flex items-center gap-1 py-2.5">
        <span>Show the positions</span>
        <ChevronDown aria-hidden="true" className="size-4 transition-transform group-open:rotate-180" />
      </summary>
      <ul className="grid list-disc gap-1 pb-2 pl-5">
        {positions.map((position) => (
          <li key={position}>{position}</li>
        ))}
      </ul>
      <p className="pb-2">{`${source} of the Financial Intelligence Centre Act`}</p>
    </details>
  )
}

const kinds = {
  domestic: 'A public position in South Africa',
  foreign: 'A position abroad or in an international organisation',
  influential: 'A position in a company that supplies the state',
} as const

type PositionProps = { form: TaskForm<Values>; index: number; isRelated: boolean; isForeign: boolean }

function Position({ form, index, isRelated, isForeign }: PositionProps) {
  const at = `positions.${index}` as const
  const of = useWatch({ control: form.form.control, name: `${at}.of` })
  return (
    <>
      {isRelated ? (
        <>
          <TextField {...{ form }} name={`${at}.fullName`} label="Name of this person" />
          <SelectField
            {...{ form }}
            name={`${at}.relation`}
            label="This person is your"
            options={optionsOf(relations)}
            width="medium"
          />
          <SelectField
            {...{ form }}
            name={`${at}.of`}
            label="What kind of position is it?"
            options={optionsOf(kinds)}
          />
        </>
      ) : null}
      <TextField
        {...{ form }}
        name={`${at}.position`}
        label="Position"
        hint="With the body, for example “Municipal manager, Stellenbosch”"
      />
      {isForeign || of === 'foreign' ? (
        <CountryField {...{ form }} name={`${at}.country`} label="Country or seat of the organisation" />
      ) : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...{ form }}
          name={`${at}.from`}
          label="Year it began"
          hint="For example 2009"
          inputMode="numeric"
          maxLength={7}
          width="short"
        />
        <TextField
          {...{ form }}
          name={`${at}.to`}
          label="Year it ended"
          hint="Leave empty if it continues."
          inputMode="numeric"
          maxLength={7}
          width="short"
        />
      </div>
    </>
  )
}

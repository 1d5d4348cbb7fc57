import { formatRand } from '#domain/money/rand.ts'
import { parseRand } from '#domain/money/reading.ts'
import { formatDay } from '#domain/time/dates.ts'
import { questionnaire, namesOn, type FieldName, type QuestionPage } from './questionnaire.ts'
import type { Answers } from './answers.ts'
import { uncheckedIn } from './default-answers.ts'
import { isAsked, type Control } from './question.ts'

/** What stands where nothing was answered. */
export const NOT_PROVIDED = 'Not provided'

/** What staff read of an answer that was given beforehand, and that the client has not looked at. */
export const NOT_CHECKED = 'Not checked by the client'

type Children = Answers['childrenDetails']

function childrenText(children: Children): string {
  return children
    .map(({ fullName, idNumber }) => `${fullName || NOT_PROVIDED} (${idNumber || NOT_PROVIDED})`)
    .join(', ')
}

function incomeText(text: string): string {
  const cents = parseRand(text)
  return cents === null ? text : formatRand(cents)
}

function choiceText(control: Control, text: string): string {
  if (control.kind === 'day') return formatDay(text)
  if (control.kind === 'amount') return incomeText(text)
  return 'choices' in control ? (control.choices[text] ?? text) : text
}

/** An answer in the words that people read: "Community of Property", "20 November 1980", "Yes", "R 450 000.00". */
export function answerText(name: FieldName, value: Answers[FieldName]): string {
  if (value === null || value === '') return NOT_PROVIDED
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.length === 0 ? 'None' : childrenText(value)
  return choiceText(questionnaire[name].control, value)
}

/** An answer as it is read: its dotted path ("city", "childrenDetails.0"), its question, its words. */
export interface AnswerLine {
  name: FieldName
  path: string
  label: string
  text: string
  answered: boolean
  /** It was given beforehand, and the client has not looked at it. */
  unchecked: boolean
}

/**
 * The answers of a page, line by line, each child in a line of its own; questions that were not asked, and are not answered,
 * do not show.
 */
export function answerLines(page: QuestionPage, answers: Answers): AnswerLine[] {
  const unchecked = uncheckedIn(answers)
  return namesOn(page)
    .filter((name) => isAsked(questionnaire[name], answers) || isAnswered(answers[name]))
    .flatMap((name) =>
      linesOf(name, answers).map((line) => ({
        ...line,
        answered: isAnswered(answers[name]),
        unchecked: unchecked.includes(name),
      })),
    )
}

/** The answers under a heading of a page in one line: what stands for a section that is folded. */
export function answersInShort(page: QuestionPage, section: string, answers: Answers): string {
  return namesOn(page)
    .filter((name) => questionnaire[name].section === section && questionnaire[name].inShort !== 'left out')
    .filter((name) => isAsked(questionnaire[name], answers) && isAnswered(answers[name]))
    .flatMap((name) => inShort(name, answers))
    .join(' · ')
}

function inShort(name: FieldName, answers: Answers): string[] {
  const { control, label, inShort: how } = questionnaire[name]
  const answer = answers[name]
  if (control.kind === 'yes-no') return [control.inShort[answer === true ? 'yes' : 'no']]
  if (control.kind === 'children') return answers.childrenDetails.flatMap(({ fullName }) => fullName ?? [])
  const text = answerText(name, answer)
  return [how === 'labelled' ? `${label}: ${text}` : text]
}

function isAnswered(value: Answers[FieldName]): boolean {
  return value !== null && !(Array.isArray(value) && value.length === 0)
}

function linesOf(name: FieldName, answers: Answers): Omit<AnswerLine, 'answered' | 'unchecked'>[] {
  if (name === 'childrenDetails' && answers.childrenDetails.length > 0) {
    return answers.childrenDetails.map(({ fullName, idNumber }, index) => ({
      name,
      path: `${name}.${index}`,
      label: `Child ${index + 1}`,
      text: `${fullName || NOT_PROVIDED}, ID ${idNumber || NOT_PROVIDED}`,
    }))
  }
  return [{ name, path: name, label: questionnaire[name].label, text: answerText(name, answers[name]) }]
}

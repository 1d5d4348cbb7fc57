import { formatRand } from '#base/rules/money/rand.ts'
import { parseRand } from '#base/rules/money/reading.ts'
import { formatIdNumber } from '#base/rules/south-africa/id-number.ts'
import { formatPhoneNumber } from '#base/rules/south-africa/phone-number.ts'
import { formatDay } from '#base/rules/time/dates.ts'
import { questionnaire, namesOn, type FieldName, type QuestionPage } from './questionnaire.ts'
import type { Answers } from './answers.ts'
import { uncheckedIn } from './default-answers.ts'
import { isAsked, type Control } from './question.ts'
import { unusedPartText } from './unused-address-parts.ts'

/** Shown for unanswered questions. */
export const NOT_PROVIDED = 'Not provided'

/** Staff label of a default answer that the client has not confirmed. */
export const NOT_CHECKED = 'Not checked by the client'

type Children = Answers['childrenDetails']

/** An ID or passport number, grouped for reading. */
export function idNumberText(number: string | null): string {
  return number ? formatIdNumber(number) : NOT_PROVIDED
}

function childrenText(children: Children): string {
  return children
    .map(({ fullName, idNumber }) => `${fullName || NOT_PROVIDED} (${idNumberText(idNumber)})`)
    .join(', ')
}

function incomeText(text: string): string {
  const cents = parseRand(text)
  return cents === null ? text : formatRand(cents)
}

function choiceText(control: Control, text: string): string {
  if (control.kind === 'day') return formatDay(text)
  if (control.kind === 'amount') return incomeText(text)
  if (control.kind === 'line' && control.type === 'tel') return formatPhoneNumber(text)
  return 'choices' in control ? (control.choices[text] ?? text) : text
}

/**
 * An answer as text, beside the others: "Community of Property", "20 November 1980", "Yes", "R 450 000.00". Phone and ID numbers are grouped
 * for reading: "+27 82 123 4567", "800101 5009 087".
 */
export function answerText(
  name: FieldName,
  value: Answers[FieldName],
  answers: Partial<Pick<Answers, 'country'>> = {},
): string {
  const unused = unusedPartText(name, value, answers.country)
  if (unused !== undefined) return unused
  if (value === null || value === '') return NOT_PROVIDED
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.length === 0 ? 'None' : childrenText(value)
  return name === 'idNumber' ? formatIdNumber(value) : choiceText(questionnaire[name].control, value)
}

/** A displayed answer: dotted path ("city", "childrenDetails.0"), question and text. */
export interface AnswerLine {
  name: FieldName
  path: string
  label: string
  text: string
  answered: boolean
  /** A default answer that the client has not confirmed. */
  unchecked: boolean
}

/** Displayed answers of a page, one line per child; unasked and unanswered questions are left out. */
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

/** One-line summary of a page's section, shown while it is folded. */
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
  const text = answerText(name, answer, answers)
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
      text: `${fullName || NOT_PROVIDED}, ID ${idNumberText(idNumber)}`,
    }))
  }
  return [
    { name, path: name, label: questionnaire[name].label, text: answerText(name, answers[name], answers) },
  ]
}

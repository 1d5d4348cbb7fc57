import type { z } from 'zod'
import type { AnswersPatch } from '#features/applications/rules/wizard/answers.ts'
import { isBirthDate } from '#base/rules/time/date-of-birth.ts'
import { fieldLabels } from '#features/applications/rules/wizard/labels.ts'
import { isAsked, type Question, type Questions } from '#features/applications/rules/wizard/question.ts'
import { amountText, groupedAmount, type Cents } from '#base/rules/money/rand.ts'
import { readRand } from '#base/rules/money/reading.ts'
import { unreadAmounts } from './amount-texts.ts'
import { chosen } from './field-options.ts'
import type { ScreenProblem } from './step-problems.ts'

type OnScreen<Answer> = [Extract<Answer, boolean>] extends [never] ? string : Extract<Answer, boolean | null>

/** Form values of questions: text, '' if empty; yes or no as a boolean. */
export type FormOf<Table extends Questions> = {
  [Name in keyof Table]: OnScreen<z.output<Table[Name]['draft']>>
}

/** Answers as form values of some questions. */
export function toFormOf<Table extends Questions>(table: Table, answers: object): FormOf<Table> {
  return mapped(table, ({ control, proposed }, name) => {
    const answer: unknown = Reflect.get(answers, name) ?? proposed
    if (control.kind === 'yes-no') return answer
    const text = typeof answer === 'string' ? answer : ''
    return control.kind === 'amount' ? inAnotherForm(text, groupedAmount) : text
  }) as FormOf<Table>
}

/** Form values for the API; hidden questions get their initial answers. */
export function toPatchOf(table: Questions, form: object): AnswersPatch {
  const answers = mapped(table, (question, name) => answerOf(question, Reflect.get(form, name)))
  return mapped(table, (question, name) => (isAsked(question, answers) ? answers[name] : question.initial))
}

/** Invalid amounts. */
export function unreadOf(table: Questions, form: object): ScreenProblem[] {
  const amounts = Object.keys(table).filter((name) => table[name]?.control.kind === 'amount')
  const texts = Object.fromEntries(amounts.map((name) => [name, String(Reflect.get(form, name))]))
  return unreadAmounts(texts, fieldLabels)
}

function mapped(
  table: Questions,
  map: (question: Question, name: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(table).map(([name, question]) => [name, map(question, name)]))
}

function answerOf({ control, initial }: Question, value: unknown): unknown {
  if (typeof value !== 'string') return value
  // A question that always has an answer keeps the stored one.
  const none = initial === null ? null : undefined
  if ('choices' in control) return chosen(control.choices, value) ?? none
  if (control.kind === 'day') return isBirthDate(value) ? value : none
  return control.kind === 'amount' ? inAnotherForm(value, amountText) : value
}

/** An amount in normalised form; invalid text stays unchanged and fails validation. */
function inAnotherForm(text: string, write: (cents: Cents) => string): string {
  const reading = readRand(text)
  if (reading.kind === 'nothing') return ''
  return reading.kind === 'amount' ? write(reading.cents) : text
}

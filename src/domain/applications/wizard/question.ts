import { z } from 'zod'
import { emptyAs } from '#domain/input/empty-as.ts'

/** How a question is asked on the screen. */
export type Control =
  | ({
      kind: 'line'
      type?: 'tel' | 'email'
      inputMode?: 'numeric' | 'tel' | 'email'
      placeholder?: string
    } & Line)
  | { kind: 'amount' }
  | { kind: 'day' }
  | { kind: 'yes-no'; inShort: Readonly<Record<'yes' | 'no', string>> }
  | { kind: 'list'; choices: Choices; autoComplete?: string; width?: Width }
  | { kind: 'cards'; choices: Choices; layout?: 'row' }
  | { kind: 'children' }

interface Line {
  width?: Width
  /** What the browser may fill in, by the HTML standard's names; "off" where nothing that it knows fits. */
  autoComplete: string
  spellCheck?: false
}

type Width = 'medium' | 'short'
/** What can be chosen, and the words for it. */
type Choices = Readonly<Record<string, string>>

/** A question of the application: all that there is to say about it, once. */
export interface Question<Draft extends z.ZodType = z.ZodType, Complete extends z.ZodType = z.ZodType> {
  /** What it is called, for the steps, the review, the conflict dialog and staff screens (specification section 3). */
  label: string
  /** The heading that it stands under on its step's page, where it has any. */
  section?: string
  hint?: string
  control: Control
  /** The answer as a draft keeps it: it may be missing, what is there is well-formed. */
  draft: Draft
  /** The answer when the step is complete, in the words of specification section 5. */
  complete: Complete
  /** Before anybody answered (specification section 3). */
  initial: z.output<Draft>
  /** What the screen begins with where nothing was answered: saved like what is typed there. */
  proposed?: string
  /** Asked by other means where another answer is this one. */
  controlWhere?: { answer: Condition; control: Control }
  /** Asked only where another answer is this one (specification sections 2 and 4). */
  askedIf?: Condition
  /** The label says so. */
  optional?: true
  /** In the line that stands for a folded section: what says nothing new is left out, what says too little has its label. */
  inShort?: 'left out' | 'labelled'
}

/** Another answer, by its name. */
type Condition = readonly [name: string, answer: string | boolean]

/** Questions by the names of their answers, in the order of the screen. */
export type Questions = Readonly<Record<string, Question>>

/** Checks that what a question begins with is an answer to it. */
export function question<Draft extends z.ZodType, Complete extends z.ZodType>(
  row: Question<Draft, Complete>,
): Question<Draft, Complete> {
  return row
}

type Part = 'draft' | 'complete' | 'initial'
type PartsOf<Table extends Questions, Name extends Part> = { [Key in keyof Table]: Table[Key][Name] }

function partsOf<Table extends Questions, Name extends Part>(table: Table, part: Name): PartsOf<Table, Name> {
  return Object.fromEntries(Object.entries(table).map(([name, row]) => [name, row[part]])) as PartsOf<
    Table,
    Name
  >
}

/** The answers to some questions as a draft keeps them: an empty text is "not answered", whatever the question. */
export function draftOf<Table extends Questions>(table: Table) {
  const drafts = Object.entries(table).map(([name, { draft, initial }]) => [name, emptyAs(initial, draft)])
  return z.strictObject(Object.fromEntries(drafts) as PartsOf<Table, 'draft'>)
}

/** The answers to some questions when they are complete. */
export function completeOf<Table extends Questions>(table: Table) {
  return z.object(partsOf(table, 'complete'))
}

/** What some questions begin with. */
export function initialsOf<Table extends Questions>(table: Table): PartsOf<Table, 'initial'> {
  return partsOf(table, 'initial')
}

function holds([name, answer]: Condition, answers: object): boolean {
  return Reflect.get(answers, name) === answer
}

/** Whether a question is asked beside these answers. */
export function isAsked({ askedIf }: Pick<Question, 'askedIf'>, answers: object): boolean {
  return askedIf === undefined || holds(askedIf, answers)
}

/** How a question is asked beside these answers. */
export function controlOf({ control, controlWhere }: Question, answers: object): Control {
  return controlWhere !== undefined && holds(controlWhere.answer, answers) ? controlWhere.control : control
}

/** The names of the answers that decide whether a question is asked, and how. */
export function decidingNames({ askedIf, controlWhere }: Question): string[] {
  return [askedIf, controlWhere?.answer].flatMap((condition) => condition?.[0] ?? [])
}

/** Whether a question begins with an answer that says something of people whom nobody has asked yet: "Single", "Matric". */
export function hasDefaultAnswer({ initial }: Question): boolean {
  return typeof initial === 'string' || typeof initial === 'boolean'
}

import { z } from 'zod'
import { emptyAs } from '#base/rules/input/empty-as.ts'

/** A question's form control. */
export type Control =
  | ({
      kind: 'line'
      type?: 'tel' | 'email'
      inputMode?: 'numeric' | 'tel' | 'email'
      placeholder?: string
      /** Offered while typing; any other text can be entered too. */
      suggestions?: readonly string[]
    } & Line)
  | { kind: 'amount' }
  | { kind: 'day' }
  | { kind: 'yes-no'; inShort: Readonly<Record<'yes' | 'no', string>> }
  | { kind: 'list'; choices: Choices; autoComplete?: string; width?: Width }
  | { kind: 'cards'; choices: Choices; layout?: 'row' }
  | { kind: 'children' }

interface Line {
  width?: Width
  /** HTML autocomplete token; "off" where none fits. */
  autoComplete: string
  spellCheck?: false
}

type Width = 'medium' | 'short'
/** Options and their labels. */
type Choices = Readonly<Record<string, string>>

/** A question of the application, defined once. */
export interface Question<Draft extends z.ZodType = z.ZodType, Complete extends z.ZodType = z.ZodType> {
  /** Label in steps, review, conflict dialog and staff screens (specification section 3). */
  label: string
  /** Heading on its step's page, if any. */
  section?: string
  hint?: string
  control: Control
  /** Schema in a draft: may be missing, values are well-formed. */
  draft: Draft
  /** Schema when the step is complete, with the messages of specification section 5. */
  complete: Complete
  /** Initial value (specification section 3). */
  initial: z.output<Draft>
  /** Prefilled on screen where unanswered; saved like typed input. */
  proposed?: string
  /** Alternative control, depending on another answer. */
  controlWhere?: { answer: Condition; control: Control }
  /** Condition for asking it (specification sections 2 and 4). */
  askedIf?: Condition
  /** Whether the label says "optional". */
  optional?: true
  /** Summary line of a folded section: leave it out, or show it with its label. */
  inShort?: 'left out' | 'labelled'
}

/** Another answer, by its name. */
type Condition = readonly [name: string, answer: string | boolean]

/** Questions by the names of their answers, in the order of the screen. */
export type Questions = Readonly<Record<string, Question>>

/** Checks that a question's initial value fits its schema. */
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

/** Draft schema of some questions: empty text means unanswered. */
export function draftOf<Table extends Questions>(table: Table) {
  const drafts = Object.entries(table).map(([name, { draft, initial }]) => [name, emptyAs(initial, draft)])
  return z.strictObject(Object.fromEntries(drafts) as PartsOf<Table, 'draft'>)
}

/** Schema of some questions when complete. */
export function completeOf<Table extends Questions>(table: Table) {
  return z.object(partsOf(table, 'complete'))
}

/** Initial values of some questions. */
export function initialsOf<Table extends Questions>(table: Table): PartsOf<Table, 'initial'> {
  return partsOf(table, 'initial')
}

function holds([name, answer]: Condition, answers: object): boolean {
  return Reflect.get(answers, name) === answer
}

/** Whether a question applies with these answers. */
export function isAsked({ askedIf }: Pick<Question, 'askedIf'>, answers: object): boolean {
  return askedIf === undefined || holds(askedIf, answers)
}

/** A question's control with these answers. */
export function controlOf({ control, controlWhere }: Question, answers: object): Control {
  return controlWhere !== undefined && holds(controlWhere.answer, answers) ? controlWhere.control : control
}

/** Names of the answers that a question's condition and control depend on. */
export function decidingNames({ askedIf, controlWhere }: Question): string[] {
  return [askedIf, controlWhere?.answer].flatMap((condition) => condition?.[0] ?? [])
}

/** Whether a question has a default answer about the client: "Single", "Matric". */
export function hasDefaultAnswer({ initial }: Question): boolean {
  return typeof initial === 'string' || typeof initial === 'boolean'
}

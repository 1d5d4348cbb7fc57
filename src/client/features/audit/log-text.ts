import { auditActionLabels } from '#domain/audit/action-labels.ts'

/** An action of the log in words; one that this page does not know yet, by its name. */
export function actionInWords(action: string): string {
  const known: Readonly<Record<string, string | undefined>> = auditActionLabels
  return known[action] ?? action.replaceAll(/[.-]/gu, ' ')
}

/** Ids are told apart by their last digits: they begin with the time that they were made at. */
const SHORT_ID = 8

/** What a row is about, short enough for a column: "application …9f27c1d4". */
export function resourceInWords(resource: string): string {
  const [subject = '', id] = resource.split(' ')
  const words = subject.replaceAll('-', ' ')
  return id === undefined ? words : `${words} …${id.slice(-SHORT_ID)}`
}

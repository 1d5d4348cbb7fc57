import { auditEvents } from '#features/audit/rules/events.ts'

/** The text of an action; an unknown one's name. */
export function actionText(action: string): string {
  const known: Readonly<Record<string, { label: string } | undefined>> = auditEvents
  return known[action]?.label ?? action.replaceAll(/[.-]/gu, ' ')
}

/** The last digits identify an id: the first ones are its creation time (UUID version 7). */
const SHORT_ID = 8

/** The resource of a row, shortened: "application …9f27c1d4". */
export function resourceText(resource: string): string {
  const [subject = '', id] = resource.split(' ')
  const text = subject.replaceAll('-', ' ')
  return id === undefined ? text : `${text} …${id.slice(-SHORT_ID)}`
}

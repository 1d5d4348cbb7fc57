/** How a field is entered and checked. */
export type FirmFieldKind =
  | 'line'
  | 'lines'
  | 'email'
  | 'phone'
  | 'url'
  | 'digits'
  | 'prefix'
  | 'choice'
  | 'colour'
  | 'picture'
  | 'wording'
  | 'wording-line'
  | 'letter'
  | 'services'
  | 'date'
  | 'hours'
  | 'closed-days'
  | 'count'

/** One field of the firm's settings; its value is text, empty where it is not set. */
export interface FirmField {
  label: string
  hint?: string
  kind: FirmFieldKind
  /** Maximum length in characters; maximum of a count. */
  max?: number
  /** Minimum of a count; 1 by default. */
  min?: number
  /** Needed before the first client can be invited. */
  required?: true
  /** Values and labels of a choice. */
  choices?: Readonly<Record<string, string>>
}

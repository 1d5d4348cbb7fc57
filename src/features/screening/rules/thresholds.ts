/** Scores from which a pair is a match, as stored with each comparison. */
export interface Thresholds {
  strong: number
  possible: number
  unPossible: number
  /** On the United Nations' list, a name this similar is always a match. */
  unName: number
}

/** As measured for this version of the matcher. The United Nations' list is a legal duty, so its thresholds are lower. */
export const THRESHOLDS: Thresholds = {
  strong: 0.9,
  possible: 0.8,
  unPossible: 0.75,
  unName: 0.95,
}

/** Scores from which a pair is a match; a firm may set them. */
export interface Thresholds {
  strong: number
  possible: number
  unPossible: number
  /** On the United Nations' list, a name this similar is always a match. */
  unName: number
}

/** The defaults, as measured. The United Nations' list is a legal duty, so its thresholds are lower. */
export const DEFAULT_THRESHOLDS: Thresholds = {
  strong: 0.9,
  possible: 0.8,
  unPossible: 0.75,
  unName: 0.95,
}

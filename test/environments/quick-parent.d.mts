/** Where short-lived files are quickest; programs may not run from there. */
export function quickParent(): string

import type { Row } from '../measurement.ts'

/** A row with a minimum as its target. */
export function atLeast(what: string, reached: number, promised: number, because = ''): Row {
  return {
    what,
    measured: `${reached.toFixed(2)}${note(because)}`,
    promised: `at least ${promised.toFixed(2)}`,
    met: reached >= promised,
  }
}

/** A row with a maximum as its target. @param unit "ms", "MB", "s" */
export function atMost(what: string, reached: number, promised: number, unit: string, because = ''): Row {
  const shown = reached < 10 ? reached.toFixed(1) : reached.toFixed(0)
  return {
    what,
    measured: `${shown} ${unit}${note(because)}`,
    promised: `at most ${promised} ${unit}`,
    met: reached <= promised,
  }
}

function note(because: string): string {
  return because === '' ? '' : ` (${because})`
}

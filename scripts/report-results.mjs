/** The results of the parts of `npm test`. */

/** Prints it, the total last. @returns the exit code */
export function report(totals, minutes) {
  console.log('')
  for (const part of totals) console.log(lineOf(part))
  console.log(`  all    ${minutes.toFixed(1).padStart(5)} min`)
  nameTests('Passed only when repeated', totals, 'repeated')
  nameTests('Failed', totals, 'failures')
  const { passed, failed } = sumOf(totals)
  console.log(`\n${passed} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
}

/** A part in one line. */
export function lineOf({ name, passed, failed, skipped = 0, minutes }) {
  const counts = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
  return `  ${name.padEnd(6)} ${minutes.toFixed(1).padStart(5)} min  ${counts}`
}

/** Below all that was written meanwhile, where it is found. */
function nameTests(heading, totals, key) {
  const named = totals.flatMap((part) => (part[key] ?? []).map((test) => `  ${part.name.padEnd(6)} ${test}`))
  if (named.length > 0) console.log(`\n${heading}:\n${named.join('\n')}`)
}

/** Of several results, one. */
export function sumOf(totals) {
  const sum = (key) => totals.reduce((total, part) => total + (part[key] ?? 0), 0)
  const all = (key) => totals.flatMap((part) => part[key] ?? [])
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    failures: all('failures'),
    repeated: all('repeated'),
  }
}

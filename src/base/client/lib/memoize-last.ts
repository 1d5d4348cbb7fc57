/**
 * Memoizes the last result.
 *
 * @returns a function of the dependencies, compared one by one, and the computation
 */
export function memoizeLast<Answer>(): (parts: readonly unknown[], work: () => Answer) => Answer {
  let last: { parts: readonly unknown[]; answer: Answer } | null = null
  return (parts, work) => {
    const known = last
    if (known !== null && parts.every((part, index) => Object.is(part, known.parts[index])))
      return known.answer
    last = { parts, answer: work() }
    return last.answer
  }
}

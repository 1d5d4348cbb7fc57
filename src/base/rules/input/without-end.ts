/**
 * A text without the signs at its end that match. Takes linear time, unlike an expression such as `/\s+$/`, which tries
 * again at each sign of a run that is not at the end.
 *
 * @param sign matches one sign; not global
 */
export function withoutEnd(text: string, sign: RegExp): string {
  const signs = [...text]
  return signs.slice(0, signs.findLastIndex((one) => !sign.test(one)) + 1).join('')
}

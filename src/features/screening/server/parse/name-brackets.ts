/** Legal forms belong to the name: "(Pty) Ltd". */
const BRACKETS = /[([](?!(?:pty|edms|rf|soc)[)\]])([^()[\]]*)[)\]]/giu
/** What follows is another name. */
const OTHER_NAME =
  /^(?:a\.?\s?k\.?\s?a\.?|f\.?\s?k\.?\s?a\.?|n\.?\s?k\.?\s?a\.?|also known as|formerly known as|formerly|previously|alias|n[ée]e?)[:\s](.+)$/iu
const OTHER_SCRIPT = /^(?=.*\p{L})[^A-Za-z]+$/u

/**
 * The names in a name with brackets: what is within brackets is a remark, except after "a.k.a." or "formerly", or in
 * another script.
 */
export function namesIn(text: string): string[] {
  const names = [text.replaceAll(BRACKETS, ' ')]
  for (const [, within = ''] of text.matchAll(BRACKETS)) {
    const [, other] = OTHER_NAME.exec(within.trim()) ?? []
    if (other !== undefined) names.push(other.replace(/^[:\s]+/u, ''))
    else if (OTHER_SCRIPT.test(within.trim())) names.push(within)
  }
  return names.map((name) => name.replaceAll(/\s+/gu, ' ').trim()).filter(Boolean)
}

/** The remarks in the brackets of a name. */
export function bracketsIn(text: string): string[] {
  return [...text.matchAll(BRACKETS)].map(([, within = '']) => within)
}

/** The domain of a sender such as `Firm <mail@firm.example>`. */
export function domainOf(sender: string): string {
  return /@([\w.-]+)>?\s*$/u.exec(sender)?.[1] ?? 'localhost'
}

/** Text for one header line: line breaks become spaces. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

interface TextPart {
  /** The offset of its start. */
  at: number
  part: string
  isAddress: boolean
}

/** The parts of a mail's text, in order: each address is on its own line, as in our templates. */
export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  const take = (until: number, isAddress: boolean) => {
    if (until > end) parts.push({ at: end, part: text.slice(end, until), isAddress })
    end = until
  }
  for (const { 0: address, index } of text.matchAll(/^https?:\/\/\S+$/gmu)) {
    take(index, false)
    take(index + address.length, true)
  }
  take(text.length, false)
  return parts
}

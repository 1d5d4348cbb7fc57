const forbidden = /\b(?:sanction(?:s|ed)?|hits?|screen(?:ed|ing)?|rating)\b|politically exposed: found/giu

/** The same for every client: how a letter is signed, how passkeys work, and a field of staff's that is empty for managers. */
const constants = /sign(?:ed)? on (?:the )?screen|screen lock|"rating":null/giu

/** Where a text discloses that someone is, or is not, on a list, each with its surroundings. */
export function disclosuresIn(text: string): string[] {
  return [...text.replaceAll(constants, '').matchAll(forbidden)].map(({ input, index }) =>
    input.slice(Math.max(0, index - 60), index + 60),
  )
}

/** Replaces what differs between any two clients: names, addresses, ids, references, sums and times. */
export function masked(text: string, { name }: { name: string }): string {
  const [given = '', family = ''] = name.split(' ')
  return (
    text
      .replaceAll(new RegExp(given, 'giu'), '<given>')
      .replaceAll(new RegExp(family, 'giu'), '<family>')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gu, '<id>')
      .replaceAll(/(?:client|wealth\.manager)\.[0-9a-f]{12}@test\.example/gu, '<address>')
      // Lines of PDFs end where the digits’ widths say so.
      .replaceAll(/\b([0-9a-f]{24,63}) ([0-9a-f]{1,40})\b/gu, (part: string, start: string, end: string) =>
        (start.length + end.length) % 32 === 0 ? `${start}${end}` : part,
      )
      .replaceAll(/\b[0-9a-f]{64}\b/gu, '<sum>')
      .replaceAll(/\b[0-9a-f]{32}\b/gu, '<sum>')
      .replaceAll(/"[0-9a-f]{12}-(?=\d)/gu, '"<id>-')
      // The summary's fonts hold the letters of the name.
      .replaceAll(/"bytes": \d+/gu, '"bytes": <bytes>')
      .replaceAll(/PPW-[0-9A-Z]{4}-[0-9A-Z]{2}/gu, '<reference>')
      .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+]\d\d:?\d\d)?/gu, '<time>')
      .replaceAll(/\d\d:\d\d(?::\d\d)?/gu, '<time>')
      // Times of a sheet, to the minute: a day number with a fraction.
      .replaceAll(/<v>4\d{4}\.\d{3,}<\/v>/gu, '<v><time></v>')
      // Audit rows are numbered across all clients; cursors hold such numbers, tokens of uploads are random.
      .replaceAll(/"id":"\d+"/gu, '"id":"<number>"')
      .replaceAll(/(?<=[?&](?:cursor|token)=)[\w-]+/gu, '<token>')
  )
}

/** Source of a PDF's objects, by number from 1. */
export type RawObjects = readonly (string | Buffer)[]

const CONTENT = 'BT /F1 18 Tf 72 720 Td (A page) Tj ET'

/** Catalogue, page tree, page, content, and font. */
export const pageObjects = [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
  `<< /Length ${CONTENT.length} >>\nstream\n${CONTENT}\nendstream`,
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
] as const satisfies RawObjects

/** A stream object with additional dictionary entries. */
export function rawStream(content: Buffer, entries = ''): Buffer {
  return Buffer.concat([
    Buffer.from(`<< /Length ${content.length} ${entries} >>\nstream\n`, 'latin1'),
    content,
    Buffer.from('\nendstream'),
  ])
}

/** Writes a PDF with table and trailer. @param trailer additional entries */
export function rawPdf(objects: RawObjects, trailer = '/Root 1 0 R'): Buffer {
  const header = Buffer.from('%PDF-1.7\n')
  const parts: Buffer[] = [header]
  const offsets: number[] = []
  let length = header.length
  const write = (part: Buffer) => {
    parts.push(part)
    length += part.length
  }
  for (const [index, object] of objects.entries()) {
    offsets.push(length)
    const body = Buffer.isBuffer(object) ? object : Buffer.from(object, 'latin1')
    write(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]))
  }
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}`
  const end = `trailer\n<< /Size ${objects.length + 1} ${trailer} >>\nstartxref\n${length}\n%%EOF\n`
  write(Buffer.from(`${table}${end}`, 'latin1'))
  return Buffer.concat(parts)
}

import { generate } from 'lean-qr'
import { DRAWING, type Drawing } from '#features/signing/rules/drawing.ts'
import { formatExactTime } from '#base/rules/time/dates.ts'
import { PDFDocument, type PDFPage } from '@cantoo/pdf-lib'
import { paintBlocks, type Block } from '#base/server/pdf/blocks.ts'
import { embedHouseFaces } from '#base/server/pdf/house-faces.ts'
import { drawFooters, drawLetterhead } from '#base/server/pdf/letterhead.ts'
import { palette } from '#base/server/pdf/palette.ts'
import { drawLine, measures, openSheets, type Sheets } from '#base/server/pdf/sheets.ts'
import { openTags, type Part, type Tags } from '#base/server/pdf/tags.ts'
import { printable, runsOf, widthOfRuns, type Faces } from '#base/server/pdf/type.ts'
import type { CertificateFacts } from './task.ts'

const TITLE = 'Certificate of signature'
const FIELD = { width: 240, height: 80 } as const
const QR_SIZE = 84

/**
 * The certificate page of a signed document: who signed which version, how, when and with what. It is tagged for screen
 * readers.
 */
export async function makeCertificatePage(facts: CertificateFacts): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const faces = await embedHouseFaces(document, JSON.stringify(facts))
  const tags = openTags(document, TITLE)
  const sheets = openSheets(document, tags)
  drawLetterhead(sheets, faces, { firmName: facts.firmName, tagline: facts.tagline, contact: facts.contact })
  sheets.skip(20)
  const as = tags.part('H1')
  sheets.text(TITLE, { font: faces.serif, size: 22, leading: 28 }, { colour: palette.primary, as })
  sheets.text(
    `${facts.title}, version ${facts.version}`,
    { font: faces.serifItalic, size: 10.4, leading: 15 },
    { colour: palette.soft },
  )
  sheets.skip(6)
  drawSignature(sheets, faces, facts)
  paintBlocks(sheets, faces, blocksOf(facts, faces))
  drawVerification(sheets, faces, facts)
  drawFooters(document.getPages(), tags, faces, `${facts.firmName}  ·  ${TITLE}  ·  ${facts.documentId}`)
  tags.write()
  return document.save()
}

function blocksOf(facts: CertificateFacts, faces: Faces): Block[] {
  return [
    {
      kind: 'facts',
      rows: [
        ['Signed by', `**${facts.name}**`],
        ...lettersOf(facts.name, faces),
        ...(facts.idNumber === null ? [] : [['ID number', facts.idNumber] as const]),
        ['Email', facts.email],
        ['Identified by', facts.identifiedBy],
        ['Document opened', timestamps(facts.openedAt)],
        ['Shown on screen', timestamps(facts.displayedAt)],
        ['Signed', timestamps(facts.signedAt)],
        ['From', `${facts.ip ?? 'an unknown address'}, ${facts.device}`],
        ['Statements confirmed', facts.statements.join(' ')],
        ['Statements dated', facts.wording],
        ['Signed document', `${facts.title}, version ${facts.version}, ${facts.bytes} bytes`],
        ['SHA-256', facts.sha256.replace(/^.{32}/u, '$& ')],
        ['This document', facts.documentId],
      ],
    },
  ]
}

/** Letters of a name that the fonts lack are listed one by one. */
function lettersOf(name: string, faces: Faces): (readonly [string, string])[] {
  if (printable(name, faces.serif) === name.normalize('NFC')) return []
  const letters = Array.from(name.normalize('NFC'), (letter) => {
    if (/^[ -~]$/u.test(letter)) return letter === ' ' ? ' ' : letter
    return `[U+${letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`
  })
  return [['In Unicode', letters.join('')]]
}

function timestamps(at: Date): string {
  return `${formatExactTime(at)} SAST (${at.toISOString().replace('T', ' ').slice(0, 19)} UTC)`
}

function drawSignature(
  sheets: Sheets,
  faces: Faces,
  { signature, name }: Pick<CertificateFacts, 'signature' | 'name'>,
): void {
  const { page, y, tags } = sheets
  const [left, top] = [measures.left, y]
  if (signature.by === 'typing') {
    const font = faces.serifItalic
    const size = Math.min(30, (30 * measures.width) / widthOfRuns(runsOf(signature.name, font), 30))
    const options = { x: left + 4, y: top - FIELD.height + 26, size, font, colour: palette.writing }
    tags.mark(page, tags.part('P'), () => drawLine(page, signature.name, options))
  } else {
    const box = { left, top, ...FIELD }
    tags.mark(page, figure(tags, box, `Signature of ${name}, drawn by hand`), () =>
      drawStrokes(page, signature.strokes, box),
    )
  }
  sheets.skip(FIELD.height)
  sheets.rule({ colour: palette.soft, width: FIELD.width })
  sheets.skip(12)
}

/** A box on a page, in points. */
interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** A figure with its alternative text. */
function figure(tags: Tags, { left, top, width, height }: Box, alt: string): Part {
  return tags.part('Figure', {
    attributes: { O: 'Layout', BBox: [left, top - height, left + width, top] },
    alt,
  })
}

function drawStrokes(page: PDFPage, strokes: Drawing, { left, top, width }: Box): void {
  const scale = width / DRAWING.width
  for (const [first, ...rest] of strokes) {
    const path = [`M ${first?.[0] ?? 0} ${first?.[1] ?? 0}`, ...rest.map(([x, down]) => `L ${x} ${down}`)]
    page.drawSvgPath(path.join(' '), {
      x: left,
      y: top,
      scale,
      borderColor: palette.writing,
      borderWidth: 1.3 / scale,
    })
  }
}

function drawVerification(sheets: Sheets, faces: Faces, facts: CertificateFacts): void {
  sheets.reserve(QR_SIZE + 12)
  const { page, y, tags } = sheets
  const code = generate(facts.verifyAt)
  const squares: string[] = []
  for (let row = 0; row < code.size; row += 1) {
    for (let column = 0; column < code.size; column += 1) {
      if (code.get(column, row)) squares.push(`M${column} ${row}h1v1h-1z`)
    }
  }
  const box = { left: measures.left, top: y, width: QR_SIZE, height: QR_SIZE }
  const options = { x: box.left, y, scale: QR_SIZE / code.size, color: palette.ink, borderWidth: 0 }
  // One path: a rectangle each takes longer than the rest of the page.
  tags.mark(page, figure(tags, box, `QR code of ${facts.verifyAt}`), () =>
    page.drawSvgPath(squares.join(''), options),
  )
  const text = [
    'The letter was signed electronically: this page is the signature. Signature lines on the pages before it stay empty.',
    `The pages before this one are exactly what was signed: the first ${facts.bytes} bytes of this file have the SHA-256 above.`,
    `All of it is sealed by ${facts.firmName} with a digital signature${facts.timestamped ? ', with an independent timestamp where one was available' : ''}. Any change will show. Anyone can verify it at ${facts.verifyAt}`,
  ]
  const style = { font: faces.sans, size: 8, leading: 11.5 }
  const beside = {
    x: measures.left + QR_SIZE + 18,
    width: measures.width - QR_SIZE - 18,
    colour: palette.soft,
  }
  for (const paragraph of text) {
    sheets.text(paragraph, style, beside)
    sheets.skip(4)
  }
  sheets.y = Math.min(sheets.y, y - QR_SIZE)
}

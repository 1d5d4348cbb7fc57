import {
  PDFHexString,
  PDFName,
  PDFOperator,
  PDFOperatorNames,
  PDFString,
  type PDFDocument,
  type PDFObject,
  type PDFPage,
  type PDFRef,
} from '@cantoo/pdf-lib'

/** Structure types of PDF (ISO 32000-1, 14.8.4). */
export type Role =
  | 'Document'
  | 'H1'
  | 'H2'
  | 'P'
  | 'Div'
  | 'L'
  | 'LI'
  | 'Lbl'
  | 'LBody'
  | 'Table'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'Figure'

/** Structure attributes (ISO 32000-1, 14.8.5). */
export type Attributes =
  | { O: 'Table'; Scope: 'Row' | 'Column' }
  | { O: 'List'; ListNumbering: 'Disc' | 'Decimal' }
  /** Bounding box of a figure on its page: left, bottom, right, top, in points. */
  | { O: 'Layout'; BBox: [number, number, number, number] }

/** A part of a document in reading order, independent of where it is drawn. */
export interface Part {
  role: Role
  attributes: Attributes | undefined
  /** Alternative text. */
  alt: string | undefined
  /** Smaller parts and marked content, in reading order. */
  kids: (Part | MarkedContent)[]
}

/** Content drawn for a part on one page, by its number there. */
interface MarkedContent {
  page: PDFPage
  id: number
}

/** Tagged PDF for screen readers (ISO 32000-1, 14.8). */
export interface Tags {
  /** A part after its parent's existing ones; default parent: the document. */
  part: (role: Role, within?: { parent?: Part; attributes?: Attributes; alt?: string }) => Part
  /** Assigns content drawn by the callback to a part. */
  mark: (page: PDFPage, part: Part, draw: () => void) => void
  /** Marks content drawn by the callback as decoration: lines, boxes, page numbers. */
  artifact: (page: PDFPage, draw: () => void) => void
}

/** The language of all documents (BCP 47). */
const LANGUAGE = 'en-ZA'

/**
 * Starts tagging a document; call `write` once everything is drawn. Language and title are set on the root, so that
 * they are kept when it is merged into another document.
 */
export function openTags(document: PDFDocument, title: string): Tags & { write: () => void } {
  const { context } = document
  document.setLanguage(LANGUAGE)
  document.setTitle(title, { showInWindowTitleBar: true })
  const whole: Part = { role: 'Document', attributes: undefined, alt: undefined, kids: [] }
  const markedContent = new Map<PDFPage, Part[]>()
  return {
    part(role, { parent = whole, attributes, alt } = {}) {
      const part: Part = { role, attributes, alt, kids: [] }
      parent.kids.push(part)
      return part
    },
    mark(page, part, draw) {
      const ofPage = markedContent.get(page) ?? []
      const id = ofPage.push(part) - 1
      markedContent.set(page, ofPage)
      part.kids.push({ page, id })
      drawAs(page, part.role, context.obj({ MCID: id }), draw)
    },
    artifact: (page, draw) => drawAs(page, 'Artifact', context.obj({}), draw),
    write: () => writeTree(document, { whole, title }, markedContent),
  }
}

function drawAs(page: PDFPage, tag: string, properties: PDFObject, draw: () => void): void {
  const begin = PDFOperatorNames.BeginMarkedContentSequence
  page.pushOperators(PDFOperator.of(begin, [PDFName.of(tag), String(properties)]))
  draw()
  page.pushOperators(PDFOperator.of(PDFOperatorNames.EndMarkedContent))
}

function writeTree(
  document: PDFDocument,
  { whole, title }: { whole: Part; title: string },
  markedContent: ReadonlyMap<PDFPage, Part[]>,
): void {
  const { context, catalog } = document
  const root = context.nextRef()
  const refs = new Map<Part, PDFRef>()
  const write = ({ role, attributes, alt, kids }: Part, ref: PDFRef, parent: PDFRef): void => {
    const page = kids.find((kid) => 'page' in kid)?.page
    const written = kids.map((kid) => {
      if ('page' in kid) {
        return kid.page === page
          ? context.obj(kid.id)
          : context.obj({ Type: 'MCR', Pg: kid.page.ref, MCID: kid.id })
      }
      const kidRef = context.nextRef()
      refs.set(kid, kidRef)
      write(kid, kidRef, ref)
      return kidRef
    })
    context.assign(
      ref,
      context.obj({
        Type: 'StructElem',
        S: role,
        P: parent,
        K: written,
        ...(page !== undefined && { Pg: page.ref }),
        ...(attributes !== undefined && { A: context.obj(attributes) }),
        ...(alt !== undefined && { Alt: PDFHexString.fromText(alt) }),
        ...(parent === root && { Lang: PDFString.of(LANGUAGE), T: PDFHexString.fromText(title) }),
      }),
    )
  }
  const wholeRef = context.nextRef()
  write(whole, wholeRef, root)
  const parents = [...markedContent].flatMap(([page, parts], index) => {
    page.node.set(PDFName.of('StructParents'), context.obj(index))
    page.node.set(PDFName.of('Tabs'), PDFName.of('S'))
    return [index, parts.flatMap((part) => refs.get(part) ?? [])]
  })
  const tree = {
    Type: 'StructTreeRoot',
    K: [wholeRef],
    ParentTree: context.register(context.obj({ Nums: parents })),
  }
  context.assign(root, context.obj({ ...tree, ParentTreeNextKey: markedContent.size }))
  catalog.set(PDFName.of('StructTreeRoot'), root)
  catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }))
}

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

/** What a part of a document is, in the words of PDF (ISO 32000-1, 14.8.4). */
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

/** What is to be known of a part besides (ISO 32000-1, 14.8.5). */
export type Attributes =
  | { O: 'Table'; Scope: 'Row' | 'Column' }
  | { O: 'List'; ListNumbering: 'Disc' | 'Decimal' }
  /** Where a figure stands on its page: left, bottom, right, top, in points. */
  | { O: 'Layout'; BBox: [number, number, number, number] }

/** A part of a document, as it is read aloud: its order in the whole says nothing of where it is drawn. */
export interface Part {
  role: Role
  attributes: Attributes | undefined
  /** What is said in place of what was drawn. */
  alt: string | undefined
  /** Smaller parts, and stretches of pages, in the order in which they are read. */
  kids: (Part | MarkedContent)[]
}

/** What was drawn of a part on a page in one go, by its number on that page. */
interface MarkedContent {
  page: PDFPage
  id: number
}

/** Tells programs that read a document aloud what it is made of (tagged PDF, ISO 32000-1, 14.8). */
export interface Tags {
  /** A part behind those that its parent has already; of the whole document where no parent is given. */
  part: (role: Role, within?: { parent?: Part; attributes?: Attributes; alt?: string }) => Part
  /** What is drawn meanwhile belongs to a part. */
  mark: (page: PDFPage, part: Part, draw: () => void) => void
  /** What is drawn meanwhile is passed over: lines, boxes, numbers of pages. */
  artifact: (page: PDFPage, draw: () => void) => void
}

/** The language of every paper of ours, as BCP 47 has it. */
const LANGUAGE = 'en-ZA'

/**
 * Begins to tag a document; `write` once all of it is drawn. The whole says its language and its title itself, so that
 * both go with it into another document.
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

import { PdfArray, PdfDict, type PdfName, PdfNumber, PdfRef, type PDF, type PdfObject } from '@libpdf/core'

/**
 * Appends all pages of a tagged document to another, and their structure elements behind its own (ISO 32000-1, 14.7). A
 * document without a structure tree gets none, since its own pages would count as empty to screen readers.
 */
export async function appendTagged(to: PDF, from: PDF): Promise<void> {
  const [there, ours] = [treeOf(to), treeOf(from)]
  const joins = there !== null && ours !== null
  const all = Array.from({ length: from.getPageCount() }, (_, index) => index)
  const pages = await to.copyPagesFrom(from, all, { includeStructure: joins })
  if (!joins) return
  const known = new Map([[ours.ref, there.ref]])
  for (const [index, { ref }] of from.getPages().entries()) known.set(ref, pages[index]?.ref ?? ref)
  const copy = copier(from, to, known)
  there.root.set('K', PdfArray.of(...there.parts, ...ours.parts.map(copy)))
  for (const { dict } of pages) {
    const key = dict.getNumber('StructParents')?.value
    if (key !== undefined) dict.set('StructParents', PdfNumber.of(there.nextKey + key))
  }
  const numbers = (ours.leaf?.toArray() ?? []).map((one, index) =>
    index % 2 === 0 && one instanceof PdfNumber ? PdfNumber.of(there.nextKey + one.value) : copy(one),
  )
  const [first, last] = [there.nextKey, there.nextKey + ours.nextKey - 1]
  if (there.leaf === undefined) {
    const Limits = PdfArray.of(PdfNumber.of(first), PdfNumber.of(last))
    there.leaves?.push(to.register(PdfDict.of({ Limits, Nums: PdfArray.of(...numbers) })))
  } else there.leaf.push(...numbers)
  there.root.set('ParentTreeNextKey', PdfNumber.of(last + 1))
}

/**
 * The structure tree of a document. The page contents' elements are in one `leaf` of the number tree, or in several.
 */
interface Tree {
  ref: PdfRef
  root: PdfDict
  parts: PdfObject[]
  leaf: PdfArray | undefined
  leaves: PdfArray | undefined
  /** The first unused key of the number tree. */
  nextKey: number
}

/** Null for a document that is not tagged, or whose tree cannot be extended. */
function treeOf(pdf: PDF): Tree | null {
  const resolve = (ref: PdfRef) => pdf.getObject(ref)
  const ref = pdf.getCatalog().getRef('StructTreeRoot')
  const root = ref && resolve(ref)
  if (ref === undefined || !(root instanceof PdfDict)) return null
  const ofPages = root.getDict('ParentTree', resolve)
  const leaf = ofPages?.getArray('Nums', resolve)
  const leaves = ofPages?.getArray('Kids', resolve)
  if (leaf === undefined && leaves === undefined) return null
  const kids = root.get('K')
  const several = root.getArray('K', resolve)
  const limits = leaves?.toArray().flatMap((one) => {
    const dict = one instanceof PdfRef ? resolve(one) : one
    return dict instanceof PdfDict ? (dict.getArray('Limits', resolve)?.toArray() ?? []) : []
  })
  const keys = limits ?? leaf?.toArray() ?? []
  const used = keys.flatMap((one) => (one instanceof PdfNumber ? one.value + 1 : []))
  const nextKey = Math.max(root.getNumber('ParentTreeNextKey', resolve)?.value ?? 0, ...used)
  return { ref, root, parts: several?.toArray() ?? (kids === undefined ? [] : [kids]), leaf, leaves, nextKey }
}

/** Returns a function that copies objects into another document; `known` ones are there already. */
function copier(from: PDF, to: PDF, known: Map<PdfRef, PdfRef>): (object: PdfObject) => PdfObject {
  const entriesOf = (dict: PdfDict) =>
    Array.from(dict, ([name, value]): [PdfName, PdfObject] => [name, copy(value)])
  function copy(object: PdfObject): PdfObject {
    if (object instanceof PdfArray) return PdfArray.of(...object.toArray().map(copy))
    if (object instanceof PdfDict) return new PdfDict(entriesOf(object))
    return object instanceof PdfRef ? (known.get(object) ?? copyOf(object)) : object
  }
  function copyOf(ref: PdfRef): PdfObject {
    const original = from.getObject(ref)
    if (!(original instanceof PdfDict)) return copy(original ?? PdfArray.of())
    const dict = new PdfDict()
    const copyRef = to.register(dict)
    // Registered before it is filled, since elements refer to their parent.
    known.set(ref, copyRef)
    for (const [name, value] of entriesOf(original)) dict.set(name, value)
    return copyRef
  }
  return copy
}

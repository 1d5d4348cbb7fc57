/** A photo that becomes a page of a PDF. */
export interface PhotoPage {
  id: string
  file: File
  /** Its thumbnail, as a data URL. */
  thumbnail: string
  /** Quarter turns to the right. */
  quarters: Quarters
}

export type Quarters = 0 | 1 | 2 | 3

const NEXT: Record<Quarters, Quarters> = { 0: 1, 1: 2, 2: 3, 3: 0 }

/** The pages with one of them moved by one (1) or back (-1); unchanged at the ends. */
export function moved<Page extends { id: string }>(
  pages: readonly Page[],
  id: string,
  by: 1 | -1,
): readonly Page[] {
  const from = pages.findIndex((page) => page.id === id)
  const page = pages[from]
  if (page === undefined || pages[from + by] === undefined) return pages
  return pages.toSpliced(from, 1).toSpliced(from + by, 0, page)
}

/** The pages with one of them turned to the right. */
export function turned<Page extends Pick<PhotoPage, 'id' | 'quarters'>>(
  pages: readonly Page[],
  id: string,
): readonly Page[] {
  return pages.map((page) => (page.id === id ? { ...page, quarters: NEXT[page.quarters] } : page))
}

/** The pages without one of them. */
export function without<Page extends { id: string }>(pages: readonly Page[], id: string): readonly Page[] {
  return pages.filter((page) => page.id !== id)
}

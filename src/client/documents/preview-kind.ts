import { typeByName } from './file-facts.ts'

/** How a file is shown: in the dialog, or in a tab of its own. */
export type PreviewKind = 'image' | 'pdf' | 'tab'

/**
 * @param pdfInPage whether the browser shows PDFs inside a page; those of phones do not
 */
export function previewKind(name: string, pdfInPage: boolean): PreviewKind {
  const type = typeByName(name)
  if (type === 'application/pdf') return pdfInPage ? 'pdf' : 'tab'
  return type === null ? 'tab' : 'image'
}

/** The address of a file to look at; without it the browser would save it. */
export function inlineAddress(url: string): string {
  return `${url}?inline=1`
}

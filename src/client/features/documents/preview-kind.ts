import type { UploadedFile } from '#domain/api/uploaded-file.ts'
import { typeByName } from '#domain/documents/file-types.ts'

/** How a file is shown: on the page, in a tab of its own, as a download alone, or not at all. */
export type PreviewKind = 'image' | 'pdf' | 'tab' | 'download' | 'nothing'

/**
 * @param pdfInPage whether the browser shows PDFs inside a page; those of phones do not
 */
export function previewKind(
  { name, downloadOnly, virusScan }: Pick<UploadedFile, 'name' | 'downloadOnly' | 'virusScan'>,
  pdfInPage: boolean,
): PreviewKind {
  if (virusScan !== undefined) return 'nothing'
  if (downloadOnly !== undefined) return 'download'
  const type = typeByName(name)
  if (type === 'application/pdf') return pdfInPage ? 'pdf' : 'tab'
  return type === null ? 'tab' : 'image'
}

/** The address of a file to look at; without it the browser would save it. */
export function inlineAddress(url: string): string {
  return `${url}?inline=1`
}

/** The same for a file that the page shows before its reader chose it: it does not count as opened. */
export function aheadAddress(url: string): string {
  return `${inlineAddress(url)}&ahead=1`
}

/** The address of the small picture that a list shows of a file; where there is none, nothing. */
export function thumbnailAddress({
  documentId,
  downloadOnly,
  virusScan,
}: Pick<UploadedFile, 'documentId' | 'downloadOnly' | 'virusScan'>): string | undefined {
  if (downloadOnly !== undefined || virusScan !== undefined) return undefined
  return `/api/documents/${documentId}/thumbnail`
}

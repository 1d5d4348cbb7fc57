import type { UploadedFile } from '#features/applications/api/uploaded-file.ts'
import { typeByName } from '#base/rules/files/file-types.ts'

/** How a file is shown: on the page (`pages` are drawn by our code), in a new tab, as a download only, or not at all. */
export type PreviewKind = 'image' | 'pdf' | 'pages' | 'tab' | 'download' | 'nothing'

/** @param pdfInPage whether the browser shows PDFs in a page; those of phones do not */
export function previewKind(
  { name, downloadOnly, virusScan }: Pick<UploadedFile, 'name' | 'downloadOnly' | 'virusScan'>,
  pdfInPage: boolean,
): PreviewKind {
  if (virusScan !== undefined) return 'nothing'
  if (downloadOnly !== undefined) return 'download'
  const type = typeByName(name)
  if (type === 'application/pdf') return pdfInPage ? 'pdf' : 'pages'
  return type === null ? 'tab' : 'image'
}

/** The inline address of a file; without it the browser would download it. */
export function inlineAddress(url: string): string {
  return `${url}?inline=1`
}

/** The same for a file shown before its reader chose it: it does not count as opened. */
export function aheadAddress(url: string): string {
  return `${inlineAddress(url)}&ahead=1`
}

/** The address of a file's thumbnail, if it has one. */
export function thumbnailAddress({
  documentId,
  downloadOnly,
  virusScan,
}: Pick<UploadedFile, 'documentId' | 'downloadOnly' | 'virusScan'>): string | undefined {
  if (downloadOnly !== undefined || virusScan !== undefined) return undefined
  return `/api/documents/${documentId}/thumbnail`
}

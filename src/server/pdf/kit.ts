/**
 * All that draws a document. To be loaded where one is made, by `await import('#server/pdf/kit.ts')`: the library
 * behind it has some hundred and fifty modules, and no start should wait for them.
 */
export { PDFDocument } from '@cantoo/pdf-lib'
export { paintBlocks } from './blocks.ts'
export { drawFooters, drawLetterhead } from './letterhead.ts'
export { palette } from './palette.ts'
export { openSheets } from './sheets.ts'
export { embedFaces } from './type.ts'

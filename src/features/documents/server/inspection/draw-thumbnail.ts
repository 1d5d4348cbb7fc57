import { createRequire } from 'node:module'
import path from 'node:path'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { FileType } from '#base/rules/files/file-types.ts'
import type { Drawing } from './drawing.ts'
import { sharp } from './limited-sharp.ts'

type Draw = (bytes: Uint8Array, edge: number) => Promise<Uint8Array>

/** The library's own fonts and decoders. */
const LIBRARY = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const QUALITY = 70

const drawings = {
  'application/pdf': drawFirstPage,
  'image/jpeg': shrink,
  'image/png': shrink,
} as const satisfies Record<FileType, Draw>

/**
 * Renders a picture, or the first page of a PDF, as a JPEG thumbnail.
 *
 * @param edge the longer one, in pixels
 * @throws the libraries' errors for files that they cannot render
 */
export function drawThumbnail(bytes: Uint8Array, { type, edge }: Drawing): Promise<Uint8Array> {
  return drawings[type](bytes, edge)
}

/** The picture upright, on white. */
function shrink(bytes: Uint8Array, edge: number): Promise<Uint8Array> {
  return sharp(bytes, { limitInputPixels: false })
    .rotate()
    .resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: QUALITY })
    .toBuffer()
}

/** Fonts are rendered as outlines in JavaScript, so embedded fonts never reach a native library. */
async function drawFirstPage(bytes: Uint8Array, edge: number): Promise<Uint8Array> {
  const loading = getDocument({
    data: bytes,
    disableFontFace: true,
    useSystemFonts: false,
    standardFontDataUrl: path.join(LIBRARY, 'standard_fonts/'),
    cMapUrl: path.join(LIBRARY, 'cmaps/'),
    wasmUrl: path.join(LIBRARY, 'wasm/'),
    verbosity: 0,
  })
  const document = await loading.promise
  const page = await document.getPage(1)
  const { width, height } = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: edge / Math.max(width, height) })
  const { canvasFactory } = document
  if (!makesCanvases(canvasFactory)) throw new Error('There is nothing to draw on.')
  const { canvas } = canvasFactory.create(wholePixels(viewport.width), wholePixels(viewport.height))
  await page.render({ canvas, viewport, background: '#fff' }).promise
  await loading.destroy()
  return shrink(canvas.toBuffer('image/png'), edge)
}

/** The library's canvas factory outside of browsers. */
interface CanvasFactory {
  create: (
    width: number,
    height: number,
  ) => {
    canvas: HTMLCanvasElement & { toBuffer: (type: 'image/png') => Buffer }
  }
}

/** The library types it as an object. */
function makesCanvases(factory: object): factory is CanvasFactory {
  return 'create' in factory
}

function wholePixels(length: number): number {
  return Math.max(1, Math.round(length))
}

// Vite exports the file's address.
// oxlint-disable-next-line import/default
import decoderAddress from 'libheif-js/libheif/libheif.js?url'
import { jpegName } from '../file-facts.ts'

/** A picture of a HEIC file, with the functions of libheif that are used here. */
interface HeicPicture {
  get_width: () => number
  get_height: () => number
  /** Calls back with null if the picture is damaged. */
  display: (target: ImageData, done: (drawn: ImageData | null) => void) => void
  free: () => void
}

interface Libheif {
  ready: Promise<unknown>
  HeifDecoder: new () => { decode: (bytes: ArrayBuffer) => HeicPicture[] }
}

declare global {
  /** The global that the libheif script defines (LGPL-3.0; loaded unchanged). */
  var libheif: (() => Libheif) | undefined
}

/** The same limit as on the server. */
const MAX_PIXELS = 25_000_000
const QUALITY = 0.9

let loading: Promise<Libheif> | null = null

/** Converts HEIC to JPEG in a browser that cannot open HEIC; null if damaged or too large. */
export async function heicToJpeg(file: File): Promise<File | null> {
  loading ??= load()
  const { HeifDecoder, ready } = await loading.catch((error: unknown) => {
    loading = null
    throw error
  })
  await ready
  const pictures = new HeifDecoder().decode(await file.arrayBuffer())
  try {
    const [first] = pictures
    return first === undefined ? null : await draw(first, file.name)
  } finally {
    for (const picture of pictures) picture.free()
  }
}

/** A separate script: it is large and must not be bundled. */
function load(): Promise<Libheif> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = decoderAddress
    script.addEventListener('load', () =>
      globalThis.libheif === undefined ? reject(new Error('No decoder came')) : resolve(globalThis.libheif()),
    )
    script.addEventListener('error', () => reject(new Error('The decoder could not be loaded')))
    document.head.append(script)
  })
}

async function draw(picture: HeicPicture, name: string): Promise<File | null> {
  const [width, height] = [picture.get_width(), picture.get_height()]
  if (width * height > MAX_PIXELS) return null
  const drawn = await new Promise<ImageData | null>((resolve) =>
    picture.display(new ImageData(width, height), resolve),
  )
  if (drawn === null) return null
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  canvas.getContext('2d')?.putImageData(drawn, 0, 0)
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  return jpeg === null ? null : new File([jpeg], jpegName(name), { type: 'image/jpeg' })
}

/** The package has no types. */
declare module 'heic-decode' {
  /** A decoded picture. Its sides are in pixels. */
  interface HeicPicture {
    width: number
    height: number
    /** Red, green, blue and opacity of each pixel, upright. */
    decode: () => Promise<{ width: number; height: number; data: Uint8ClampedArray }>
  }
  const heicDecode: {
    /** @throws Error where the file is none of HEIC, or damaged */
    all: (file: { buffer: Uint8Array }) => Promise<HeicPicture[] & { dispose: () => void }>
  }
  export default heicDecode
}

/** The package has no types for this entry: libheif as WebAssembly, in one file. */
declare module 'libheif-js/wasm-bundle.js' {
  interface Target {
    width: number
    height: number
    /** Red, green, blue and opacity of each pixel, upright. */
    data: Uint8ClampedArray<ArrayBuffer>
  }
  interface HeicPicture {
    get_width: () => number
    get_height: () => number
    /** Calls back with null if the picture is damaged. */
    display: (target: Target, done: (drawn: Target | null) => void) => void
    free: () => void
  }
  const libheif: {
    ready: Promise<unknown>
    HeifDecoder: new () => {
      decode: (bytes: Uint8Array) => HeicPicture[]
      /** The memory of the last file. */
      decoder: { delete: () => void } | null
    }
  }
  export default libheif
}

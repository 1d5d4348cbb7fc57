import { createHash } from 'node:crypto'
import fc from 'fast-check'
import sharp, { type JpegOptions } from 'sharp'
import { describe, expect, test } from 'vitest'
import { chunk } from '#test/support/files.ts'
import { pictureFile } from '#test/support/picture-files.ts'
import { bareJpeg } from './bare-jpeg.ts'
import { barePng } from './bare-png.ts'
import { inspectFile } from './inspect-file.ts'

const XMP = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><exif:GPSLatitude>33,55.5S</exif:GPSLatitude></x:xmpmeta>'
const PLACE = {
  IFD0: { Make: 'A telephone', Artist: 'Somebody' },
  IFD3: {
    GPSLatitudeRef: 'S',
    GPSLatitude: '33/1 55/1 31/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '18/1 25/1 2/1',
  },
}

interface Photograph {
  width: number
  height: number
  orientation: number
  progressive: boolean
  colour: { r: number; g: number; b: number }
}

const photographs: fc.Arbitrary<Photograph> = fc.record({
  width: fc.integer({ min: 1, max: 90 }),
  height: fc.integer({ min: 1, max: 90 }),
  orientation: fc.integer({ min: 1, max: 8 }),
  progressive: fc.boolean(),
  colour: fc.record({ r: fc.nat(255), g: fc.nat(255), b: fc.nat(255) }),
})

/** As a phone takes it: where, by whom and with what, and turned. */
function taken({ width, height, orientation, colour }: Photograph) {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const picture = { create: { width, height, channels: 3, background: colour, noise } } as const
  return sharp(picture).withExif(PLACE).withXmp(XMP).withMetadata({ orientation }).withExifMerge(PLACE)
}

/** A segment of an application, after the start of a JPEG. */
function withSegment(jpeg: Buffer, code: number, text: string): Buffer {
  const segment = Buffer.concat([Buffer.from([0xff, code, 0, 0]), Buffer.from(text, 'latin1')])
  segment.writeUInt16BE(segment.length - 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)])
}

const makers = {
  jpeg: async (photograph: Photograph) => {
    const jpeg = await taken(photograph).jpeg({ progressive: photograph.progressive }).toBuffer()
    const marked = withSegment(jpeg, 0xfe, 'taken at GPS 33.9 S')
    return Buffer.concat([withSegment(marked, 0xed, 'Photoshop 3.0\0GPS'), jpeg])
  },
  png: async (photograph: Photograph) => {
    const png = await taken(photograph).png().toBuffer()
    const [start, rest] = [png.subarray(0, 33), png.subarray(33)]
    return Buffer.concat([start, chunk('tEXt', Buffer.from('Comment\0taken at GPS 33.9 S')), rest, png])
  },
} as const
const bare = { jpeg: bareJpeg, png: barePng } as const

const pixelsOf = (picture: Buffer) => sharp(picture).raw().toBuffer({ resolveWithObject: true })
const uprightOf = (picture: Buffer) => sharp(picture).autoOrient().raw().toBuffer({ resolveWithObject: true })

describe.each(['jpeg', 'png'] as const)('%s', (format) => {
  test('what is kept has the same pixels, turned the same way, and not where it was taken', async () => {
    await fc.assert(
      fc.asyncProperty(photographs, async (photograph) => {
        const sent = await makers[format](photograph)
        expect((await sharp(sent).metadata()).exif?.includes('A telephone')).toBe(true)
        const kept = bare[format](sent)
        expect(await pixelsOf(kept)).toEqual(await pixelsOf(sent))
        expect(await uprightOf(kept)).toEqual(await uprightOf(sent))
        const { orientation = 1, xmp, iptc } = await sharp(kept).metadata()
        expect(orientation).toBe(photograph.orientation)
        expect([xmp, iptc]).toEqual([undefined, undefined])
        for (const trace of ['GPS', 'A telephone', 'Somebody', '\x88\x25', '\x25\x88']) {
          expect(exifOf(kept).includes(Buffer.from(trace, 'latin1'))).toBe(false)
        }
        expect(kept.includes('GPS')).toBe(false)
        expect(bare[format](kept)).toEqual(kept)
      }),
      { numRuns: 25 },
    )
  })

  test('the process hands out what is kept', async () => {
    const photograph = {
      width: 40,
      height: 30,
      orientation: 6,
      progressive: false,
      colour: { r: 9, g: 9, b: 9 },
    }
    const sent = await makers[format](photograph)
    const type = `image/${format}`
    expect(await inspectFile(sent)).toEqual({
      is: 'taken',
      type,
      downloadOnly: null,
      kept: bare[format](sent),
    })
    expect(await inspectFile(bare[format](sent))).toEqual({ is: 'taken', type, downloadOnly: null })
  })
})

describe('a JPEG without its last marker', () => {
  const size = { width: 150, height: 100, channels: 3 } as const
  /** Noise that is always the same: where each row ends in the file does not change. */
  const noise = createHash('shake256', { outputLength: 150 * 100 * 3 })
    .update('noise')
    .digest()
  const options: [string, JpegOptions][] = [
    ['as cameras make it', {}],
    ['of whole colours', { chromaSubsampling: '4:4:4' }],
    ['progressive', { progressive: true }],
  ]

  test.each(options)('is kept with it, and refused where data are missing too: %s', async (_, how) => {
    const whole = await sharp(noise, { raw: size }).jpeg(how).toBuffer()
    const found = { is: 'taken', type: 'image/jpeg', downloadOnly: null, kept: whole }
    expect(await inspectFile(whole.subarray(0, -2))).toEqual(found)
    const { kept } = (await inspectFile(whole.subarray(0, -1))) as { kept: Uint8Array }
    expect(await pixelsOf(Buffer.from(kept))).toEqual(await pixelsOf(whole))
    const cuts = [3, 4, 5, 30, 300, 1000, 3000]
    const findings = await Promise.all(
      cuts.map((cut) => inspectFile(whole.subarray(0, -cut)).then(({ is }) => is)),
    )
    expect(findings).toEqual(cuts.map(() => 'broken'))
  })

  test('loses what was written beside it all the same', async () => {
    const photograph = {
      width: 40,
      height: 30,
      orientation: 6,
      progressive: false,
      colour: { r: 9, g: 9, b: 9 },
    }
    const whole = await taken(photograph).jpeg().toBuffer()
    expect(await inspectFile(whole.subarray(0, -2))).toMatchObject({ is: 'taken', kept: bareJpeg(whole) })
  })
})

/** What is left of Exif: in either format it follows its name. */
function exifOf(picture: Buffer): Buffer {
  const at = Math.max(picture.indexOf('Exif\0\0'), picture.indexOf('eXIf'))
  return at === -1 ? Buffer.alloc(0) : picture.subarray(at, at + 40)
}

const red = [254, 0, 0]
const blue = [0, 0, 254]
const green = [0, 255, 1]
const white = [255, 255, 255]

/** The colours near the corners of a picture as it is shown. */
async function cornersOf(picture: Uint8Array) {
  const { data, info } = await sharp(picture).autoOrient().raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const at = (x: number, y: number) => [
    ...data.subarray((y * width + x) * channels, (y * width + x) * channels + 3),
  ]
  const corners = [at(4, 4), at(width - 5, 4), at(4, height - 5), at(width - 5, height - 5)]
  return { width, height, corners }
}

function near(colours: number[][]) {
  const about = (value: number) => expect.closeTo(value, -1.3)
  return colours.map((colour) => colour.map(about))
}

const heic = () => pictureFile('turned.heic')

/** The same picture as the HEIC's: four quarters, turned by a quarter. */
async function likeHeic() {
  const { kept } = (await inspectFile(await heic())) as { kept: Uint8Array }
  return sharp(await sharp(kept).rotate(-90).toBuffer())
    .withExif(PLACE)
    .withMetadata({ orientation: 6 })
    .withExifMerge(PLACE)
}

describe('is converted to a JPEG, upright and without where it was taken:', () => {
  test.each([
    ['a HEIC as an iPhone makes it', heic],
    ['a WebP', async () => (await likeHeic()).webp({ quality: 95 }).toBuffer()],
    ['a TIFF', async () => (await likeHeic()).tiff({ compression: 'lzw' }).toBuffer()],
  ])('%s', async (_, make) => {
    const sent = await make()
    const finding = await inspectFile(sent)
    if (finding.is !== 'taken' || finding.kept === undefined) throw new Error(`Not taken: ${finding.is}`)
    expect(finding).toMatchObject({ type: 'image/jpeg', downloadOnly: null })
    const corners = near([blue, red, white, green])
    expect(await cornersOf(finding.kept)).toEqual({ width: 64, height: 96, corners })
    const { format, exif, xmp } = await sharp(finding.kept).metadata()
    expect({ format, exif, xmp }).toEqual({ format: 'jpeg', exif: undefined, xmp: undefined })
  })

  test('within the limit of what is kept, and not beyond recognition', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const create = { width: 2000, height: 1500, channels: 3, background: 'black', noise } as const
    const sent = await sharp({ create }).webp({ quality: 90 }).toBuffer()
    const fits = (await inspectFile(sent, { maxBytes: 600_000 })) as { kept: Uint8Array }
    expect(fits.kept.length).toBeLessThanOrEqual(600_000)
    expect((await sharp(fits.kept).metadata()).width).toBeGreaterThanOrEqual(1400)
    expect(await inspectFile(sent, { maxBytes: 10_000 })).toEqual({ is: 'too-many-pixels', most: null })
  })

  test('a HEIC of 24 megapixels, as often as it is sent: none is refused for what came before it', async () => {
    const large = await pictureFile('24-megapixels.heic')
    for (let times = 0; times < 2; times += 1) {
      expect(await inspectFile(large)).toMatchObject({ is: 'taken', type: 'image/jpeg' })
    }
  }, 90_000)

  test('a HEIC of 48 megapixels is too large, and not broken', async () => {
    expect(await inspectFile(await pictureFile('48-megapixels.heic'))).toEqual({
      is: 'too-many-pixels',
      most: 25_000_000,
    })
  })

  test('a TIFF of several pages is not made one of a single page', async () => {
    const page = { create: { width: 20, height: 20, channels: 3, background: 'red' } } as const
    const [one, other] = await Promise.all([1, 2].map(() => sharp(page).png().toBuffer()))
    const pages = await sharp([one ?? '', other ?? ''], { join: { animated: true } })
      .tiff()
      .toBuffer()
    expect(await inspectFile(pages)).toEqual({ is: 'several-pages' })
  })

  test.each(['image/heic', 'image/webp', 'image/tiff'] as const)(
    '%s, cut short, is refused',
    async (type) => {
      const whole =
        type === 'image/heic'
          ? await heic()
          : await (await likeHeic()).toFormat(type === 'image/webp' ? 'webp' : 'tiff').toBuffer()
      expect(await inspectFile(whole.subarray(0, whole.length * 0.6))).toEqual({ is: 'broken', type })
    },
  )
})

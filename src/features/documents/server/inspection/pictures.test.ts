import { createHash } from 'node:crypto'
import fc from 'fast-check'
import sharp, { type JpegOptions } from 'sharp'
import { describe, expect, test } from 'vitest'
import { chunk } from '#test/support/files.ts'
import { pictureFile } from '#test/support/picture-files.ts'
import { inspectFile } from './inspect-file.ts'

const XMP = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><exif:GPSLatitude>33,55.5S</exif:GPSLatitude></x:xmpmeta>'
const EXIF = {
  IFD0: { Make: 'A telephone', Artist: 'Photographer' },
  IFD3: {
    GPSLatitudeRef: 'S',
    GPSLatitude: '33/1 55/1 31/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '18/1 25/1 2/1',
  },
}

const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const

interface Photo {
  width: number
  height: number
  orientation: number
  progressive: boolean
  colour: { r: number; g: number; b: number }
}

const photos: fc.Arbitrary<Photo> = fc.record({
  width: fc.integer({ min: 16, max: 90 }),
  height: fc.integer({ min: 16, max: 90 }),
  orientation: fc.integer({ min: 1, max: 8 }),
  progressive: fc.boolean(),
  colour: fc.record({ r: fc.nat(255), g: fc.nat(255), b: fc.nat(255) }),
})

/** A picture as a phone takes it: rotated, with position, author and device. */
function taken({ width, height, orientation, colour }: Photo) {
  const picture = { create: { width, height, channels: 3, background: colour, noise } } as const
  return sharp(picture).withExif(EXIF).withXmp(XMP).withMetadata({ orientation }).withExifMerge(EXIF)
}

/** A JPEG with an application segment after its start. */
function withSegment(jpeg: Buffer, code: number, text: string): Buffer {
  const segment = Buffer.concat([Buffer.from([0xff, code, 0, 0]), Buffer.from(text, 'latin1')])
  segment.writeUInt16BE(segment.length - 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)])
}

const makers = {
  jpeg: async (photo: Photo) => {
    const jpeg = await taken(photo).jpeg({ progressive: photo.progressive }).toBuffer()
    const marked = withSegment(jpeg, 0xfe, 'taken at GPS 33.9 S')
    return Buffer.concat([withSegment(marked, 0xed, 'Photoshop 3.0\0GPS'), jpeg])
  },
  png: async (photo: Photo) => {
    const png = await taken(photo).png().toBuffer()
    const [start, rest] = [png.subarray(0, 33), png.subarray(33)]
    return Buffer.concat([start, chunk('tEXt', Buffer.from('Comment\0taken at GPS 33.9 S')), rest, png])
  },
} as const

/** The bytes of the stored picture. */
async function storedOf(sent: Buffer, question?: { maxBytes: number }): Promise<Buffer> {
  const finding = await inspectFile(sent, question)
  if (finding.is !== 'taken' || finding.converted === undefined) throw new Error(`Not taken: ${finding.is}`)
  return Buffer.from(finding.converted)
}

const uprightOf = (picture: Buffer) => sharp(picture).autoOrient().raw().toBuffer({ resolveWithObject: true })

/** The mean difference of the channels of two pictures of one size, of 255. */
async function differenceOf(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([uprightOf(one), uprightOf(other)])
  expect([a.info.width, a.info.height, a.info.channels]).toEqual([
    b.info.width,
    b.info.height,
    b.info.channels,
  ])
  return a.data.reduce((sum, value, at) => sum + Math.abs(value - (b.data[at] ?? 0)), 0) / a.data.length
}

describe.each([
  ['jpeg', 12],
  ['png', 0],
] as const)('%s', (format, maxBytes) => {
  test('the stored picture has the same pixels, upright, and no metadata', async () => {
    await fc.assert(
      fc.asyncProperty(photos, async (photo) => {
        const sent = await makers[format](photo)
        expect((await sharp(sent).metadata()).exif?.includes('A telephone')).toBe(true)
        const stored = await storedOf(sent)
        const {
          format: storedFormat,
          orientation,
          exif,
          xmp,
          iptc,
          icc,
          comments,
        } = await sharp(stored).metadata()
        expect(storedFormat).toBe(format)
        expect([orientation, exif, xmp, iptc, icc, comments]).toEqual(Array(6).fill(undefined))
        for (const trace of ['GPS', 'Exif', 'eXIf', 'Photoshop', 'A telephone', 'Photographer']) {
          expect(stored.includes(trace)).toBe(false)
        }
        expect(await differenceOf(stored, sent)).toBeLessThanOrEqual(maxBytes)
      }),
      { numRuns: 25 },
    )
  })

  test('the stored picture fits its limit', async () => {
    const create = { width: 200, height: 150, channels: 3, background: 'black', noise } as const
    const sent = await sharp({ create }).toFormat(format).toBuffer()
    const stored = await storedOf(sent, { maxBytes: 9000 })
    expect(stored.length).toBeLessThanOrEqual(9000)
    expect(await inspectFile(sent, { maxBytes: 100 })).toEqual({ is: 'too-many-pixels', maxPixels: null })
  })
})

test.each([
  ['held upright', { orientation: 6 }],
  ['held as it is', {}],
])(
  'a photo of 100 megapixels is accepted: %s',
  async (_, turned) => {
    const create = { width: 10_000, height: 10_000, channels: 3, background: 'teal' } as const
    const sent = await sharp({ create }).withMetadata(turned).jpeg().toBuffer()
    expect(await inspectFile(sent)).toMatchObject({ is: 'taken', type: 'image/jpeg' })
  },
  60_000,
)

describe('a JPEG without its last marker', () => {
  const size = { width: 150, height: 100, channels: 3 } as const
  const pixels = createHash('shake256', { outputLength: 150 * 100 * 3 })
    .update('noise')
    .digest()
  const options: [string, JpegOptions][] = [
    ['as cameras make it', {}],
    ['of whole colours', { chromaSubsampling: '4:4:4' }],
    ['progressive', { progressive: true }],
  ]

  test.each(options)('is accepted, and refused where rows are missing too: %s', async (_, how) => {
    const whole = await sharp(pixels, { raw: size }).jpeg(how).toBuffer()
    expect(await storedOf(whole.subarray(0, -2))).toEqual(await storedOf(whole))
    expect(await storedOf(whole.subarray(0, -1))).toEqual(await storedOf(whole))
    const cuts = [5000, 8000]
    const findings = await Promise.all(
      cuts.map((cut) => inspectFile(whole.subarray(0, -cut)).then(({ is }) => is)),
    )
    expect(findings).toEqual(cuts.map(() => 'broken'))
  })
})

const red = [254, 0, 0]
const blue = [0, 0, 254]
const green = [0, 255, 1]
const white = [255, 255, 255]

/** The displayed colours near the corners of a picture. */
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

/** The picture of the HEIC: four quarters, rotated by a quarter. */
async function likeHeic() {
  return sharp(
    await sharp(await storedOf(await heic()))
      .rotate(-90)
      .toBuffer(),
  )
    .withExif(EXIF)
    .withMetadata({ orientation: 6 })
    .withExifMerge(EXIF)
}

describe('is converted to a JPEG, upright and without its position:', () => {
  test.each([
    ['a HEIC as an iPhone makes it', heic],
    ['a WebP', async () => (await likeHeic()).webp({ quality: 95 }).toBuffer()],
    ['a TIFF', async () => (await likeHeic()).tiff({ compression: 'lzw' }).toBuffer()],
  ])('%s', async (_, make) => {
    const sent = await make()
    const stored = await storedOf(sent)
    const corners = near([blue, red, white, green])
    expect(await cornersOf(stored)).toEqual({ width: 64, height: 96, corners })
    const { format, exif, xmp } = await sharp(stored).metadata()
    expect({ format, exif, xmp }).toEqual({ format: 'jpeg', exif: undefined, xmp: undefined })
  })

  test('within the size limit, and recognisable', async () => {
    const rough = { ...noise, sigma: 60 }
    const create = { width: 2000, height: 1500, channels: 3, background: 'black', noise: rough } as const
    const sent = await sharp({ create }).webp({ quality: 90 }).toBuffer()
    const stored = await storedOf(sent, { maxBytes: 600_000 })
    expect(stored.length).toBeLessThanOrEqual(600_000)
    expect((await sharp(stored).metadata()).width).toBeGreaterThanOrEqual(1400)
    expect(await inspectFile(sent, { maxBytes: 10_000 })).toEqual({ is: 'too-many-pixels', maxPixels: null })
  })

  test('a HEIC of 24 megapixels is accepted however often it is sent', async () => {
    const large = await pictureFile('24-megapixels.heic')
    for (let times = 0; times < 2; times += 1) {
      expect(await inspectFile(large)).toMatchObject({ is: 'taken', type: 'image/jpeg' })
    }
  }, 90_000)

  test('a HEIC of 48 megapixels is too large, not damaged', async () => {
    expect(await inspectFile(await pictureFile('48-megapixels.heic'))).toEqual({
      is: 'too-many-pixels',
      maxPixels: 25_000_000,
    })
  })

  test('a TIFF of several pages is refused instead of losing pages', async () => {
    const page = { create: { width: 20, height: 20, channels: 3, background: 'red' } } as const
    const [one, other] = await Promise.all([1, 2].map(() => sharp(page).png().toBuffer()))
    const pages = await sharp([one ?? '', other ?? ''], { join: { animated: true } })
      .tiff()
      .toBuffer()
    expect(await inspectFile(pages)).toEqual({ is: 'several-pages' })
  })

  test('a HEIC of several pictures is refused instead of losing one', async () => {
    expect(await inspectFile(await pictureFile('two-pictures.heic'))).toEqual({ is: 'several-pages' })
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

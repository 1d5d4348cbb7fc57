import { createHash } from 'node:crypto'
import fc from 'fast-check'
import sharp, { type JpegOptions } from 'sharp'
import { describe, expect, test } from 'vitest'
import { chunk } from '#test/support/files.ts'
import { pictureFile } from '#test/support/picture-files.ts'
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

const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const

interface Photograph {
  width: number
  height: number
  orientation: number
  progressive: boolean
  colour: { r: number; g: number; b: number }
}

const photographs: fc.Arbitrary<Photograph> = fc.record({
  width: fc.integer({ min: 16, max: 90 }),
  height: fc.integer({ min: 16, max: 90 }),
  orientation: fc.integer({ min: 1, max: 8 }),
  progressive: fc.boolean(),
  colour: fc.record({ r: fc.nat(255), g: fc.nat(255), b: fc.nat(255) }),
})

/** As a phone takes it: where, by whom and with what, and turned. */
function taken({ width, height, orientation, colour }: Photograph) {
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

/** The bytes of the picture that is kept in place of another. */
async function keptOf(sent: Buffer, question?: { maxBytes: number }): Promise<Buffer> {
  const finding = await inspectFile(sent, question)
  if (finding.is !== 'taken' || finding.kept === undefined) throw new Error(`Not taken: ${finding.is}`)
  return Buffer.from(finding.kept)
}

const uprightOf = (picture: Buffer) => sharp(picture).autoOrient().raw().toBuffer({ resolveWithObject: true })

/** By how much the channels of two pictures of one size differ on average, of 255. */
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
] as const)('%s', (format, most) => {
  test('what is kept has the same pixels, upright, and nothing written beside them', async () => {
    await fc.assert(
      fc.asyncProperty(photographs, async (photograph) => {
        const sent = await makers[format](photograph)
        expect((await sharp(sent).metadata()).exif?.includes('A telephone')).toBe(true)
        const kept = await keptOf(sent)
        const {
          format: keptFormat,
          orientation,
          exif,
          xmp,
          iptc,
          icc,
          comments,
        } = await sharp(kept).metadata()
        expect(keptFormat).toBe(format)
        expect([orientation, exif, xmp, iptc, icc, comments]).toEqual(Array(6).fill(undefined))
        for (const trace of ['GPS', 'Exif', 'eXIf', 'Photoshop', 'A telephone', 'Somebody']) {
          expect(kept.includes(trace)).toBe(false)
        }
        expect(await differenceOf(kept, sent)).toBeLessThanOrEqual(most)
      }),
      { numRuns: 25 },
    )
  })

  test('what is kept fits its limit', async () => {
    const create = { width: 200, height: 150, channels: 3, background: 'black', noise } as const
    const sent = await sharp({ create }).toFormat(format).toBuffer()
    const kept = await keptOf(sent, { maxBytes: 9000 })
    expect(kept.length).toBeLessThanOrEqual(9000)
    expect(await inspectFile(sent, { maxBytes: 100 })).toEqual({ is: 'too-many-pixels', most: null })
  })
})

test.each([
  ['held upright', { orientation: 6 }],
  ['held as it is', {}],
])(
  'a photograph of 100 megapixels is taken: %s',
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

  test.each(options)('is taken, and refused where rows are missing too: %s', async (_, how) => {
    const whole = await sharp(pixels, { raw: size }).jpeg(how).toBuffer()
    expect(await keptOf(whole.subarray(0, -2))).toEqual(await keptOf(whole))
    expect(await keptOf(whole.subarray(0, -1))).toEqual(await keptOf(whole))
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
  return sharp(
    await sharp(await keptOf(await heic()))
      .rotate(-90)
      .toBuffer(),
  )
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
    const kept = await keptOf(sent)
    const corners = near([blue, red, white, green])
    expect(await cornersOf(kept)).toEqual({ width: 64, height: 96, corners })
    const { format, exif, xmp } = await sharp(kept).metadata()
    expect({ format, exif, xmp }).toEqual({ format: 'jpeg', exif: undefined, xmp: undefined })
  })

  test('within the limit of what is kept, and not beyond recognition', async () => {
    const rough = { ...noise, sigma: 60 }
    const create = { width: 2000, height: 1500, channels: 3, background: 'black', noise: rough } as const
    const sent = await sharp({ create }).webp({ quality: 90 }).toBuffer()
    const kept = await keptOf(sent, { maxBytes: 600_000 })
    expect(kept.length).toBeLessThanOrEqual(600_000)
    expect((await sharp(kept).metadata()).width).toBeGreaterThanOrEqual(1400)
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

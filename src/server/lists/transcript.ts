/** How a value stands in JSON: as a text, as a moment of ISO 8601, or as PostgreSQL writes it (numbers, truths, JSON itself). */
export type JsonForm = 'text' | 'moment' | 'bare'

/** A value, and the JSON before it. */
export interface WrittenValue {
  before: Buffer
  form: JsonForm
}

const QUOTE = 0x22
const CLOSING = 0x29
const COMMA = 0x2c
const POINT = 0x2e
const ZERO = 0x30
const BACKSLASH = 0x5c
const SPACE = 0x20
const T = 0x54
const Z = 0x5a
const NULL = Buffer.from('null')

/** What JSON has for signs without a shape, by their codes. */
const escapes = Array.from({ length: SPACE }, (_, code) =>
  Buffer.from(JSON.stringify(String.fromCodePoint(code)).slice(1, -1)),
)

/** One of these becomes six, `\u0001`. */
const MOST_OF_A_BYTE = 6
/** The quotes of a text, `null` for nothing, what a moment lacks. */
const MOST_OF_A_VALUE = 8
/** The signs around and between rows. */
const MOST_OF_A_ROW = 8

const MOST_KEPT = 256 * 1024
/** What transcripts are written in, one after another. */
let room = Buffer.allocUnsafeSlow(0)

function roomFor(bytes: number): Buffer {
  if (room.length >= bytes) return room
  const larger = Buffer.allocUnsafeSlow(bytes)
  if (bytes <= MOST_KEPT) room = larger
  return larger
}

/**
 * Rows in PostgreSQL's notation, `(one,"two, ""three""",,)(…)`, on their way to JSON: byte by byte, and nothing is made of a value but
 * its bytes. To be finished before another one is begun: they share a room.
 */
export class Transcript {
  /** JSON from its beginning on, and at its end what that is made of. */
  readonly #room: Buffer
  readonly #stop: number
  #at: number
  /** How far it is written: set back, what stands behind is written over. */
  end = 0

  /** @param values what a row is @param most how many rows are written */
  constructor(rows: string, values: readonly WrittenValue[], most: number) {
    const length = Buffer.byteLength(rows)
    const besides = values.reduce((sum, { before }) => sum + before.length + MOST_OF_A_VALUE, MOST_OF_A_ROW)
    const space = most * besides + MOST_OF_A_BYTE * length
    this.#room = roomFor(space + length)
    this.#at = space
    this.#stop = space + this.#room.write(rows, space)
  }

  /** Whether a row follows. */
  goesOn(): boolean {
    return this.#at < this.#stop
  }

  /** Goes into a row: over one of its parentheses. Its last value takes the other along. */
  enterRow(): void {
    this.#at += 1
  }

  /** Writes what is JSON already. */
  put(json: Buffer): void {
    const into = this.#room
    let end = this.end
    for (let place = 0; place < json.length; place += 1) into[end++] = json[place] ?? 0
    this.end = end
  }

  /** Reads as many values, and writes them. */
  take(values: readonly WrittenValue[]): void {
    for (const { before, form } of values) {
      this.put(before)
      this.#takeOne(form)
    }
  }

  /** A part of what is written. */
  text(from: number, to: number): string {
    return this.#room.toString('utf8', from, to)
  }

  /** All that is written, to be kept. */
  copy(): Buffer {
    return Buffer.from(this.#room.subarray(0, this.end))
  }

  #takeOne(form: JsonForm): void {
    const sign = this.#room[this.#at]
    if (sign === COMMA || sign === CLOSING) {
      this.#at += 1
      this.put(NULL)
    } else if (form === 'moment') this.#takeMoment()
    else this.#takeSigns(form === 'text')
  }

  /** Within quotes, quotes and backslashes stand twice; without, neither they nor commas and parentheses stand at all. */
  #takeSigns(isText: boolean): void {
    const bytes = this.#room
    let at = this.#at
    let end = this.end
    const isQuoted = bytes[at] === QUOTE
    if (isQuoted) at += 1
    if (isText) bytes[end++] = QUOTE
    while (at < this.#stop) {
      const sign = bytes[at++] ?? 0
      if (isQuoted ? sign === QUOTE && bytes[at] !== QUOTE : sign === COMMA || sign === CLOSING) break
      if (isQuoted && (sign === QUOTE || sign === BACKSLASH)) {
        at += 1
        if (isText) bytes[end++] = BACKSLASH
        bytes[end++] = sign
      } else if (isText && sign < SPACE) {
        end += escapes[sign]?.copy(bytes, end) ?? 0
      } else {
        bytes[end++] = sign
      }
    }
    if (isText) bytes[end++] = QUOTE
    this.#at = isQuoted ? at + 1 : at
    this.end = end
  }

  /** `"2026-01-05 08:00:00.07"` is `"2026-01-05T08:00:00.070Z"`. */
  #takeMoment(): void {
    const bytes = this.#room
    let at = this.#at + 1
    let end = this.end
    let point = 0
    bytes[end++] = QUOTE
    for (let sign = bytes[at++]; sign !== QUOTE && at < this.#stop; sign = bytes[at++]) {
      if (sign === POINT) point = end
      bytes[end++] = sign === SPACE ? T : (sign ?? 0)
    }
    if (point === 0) {
      point = end
      bytes[end++] = POINT
    }
    while (end < point + 4) bytes[end++] = ZERO
    end = point + 4
    bytes[end++] = Z
    bytes[end++] = QUOTE
    this.#at = at + 1
    this.end = end
  }
}

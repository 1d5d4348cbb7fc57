/** An answer that was written as JSON where it was made: it goes out as it is. */
export class WrittenJson<Answer> {
  readonly bytes: Buffer

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  /** The answer itself, for those who make another one of it. */
  read(): Answer {
    // Whoever wrote it wrote this type: a projection is held to the contract (`lists/projection.ts`).
    return JSON.parse(this.bytes.toString()) as Answer
  }
}

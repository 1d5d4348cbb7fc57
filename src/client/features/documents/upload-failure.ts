import { ApiError, isAbort } from '#client/shared/lib/api.ts'

/** The three calls that one file takes (specification section 4, "Upload per file"). */
export type UploadStage = 'address' | 'transfer' | 'register'

/** An upload that one of its calls ended. */
export class UploadFailure extends Error {
  readonly stage: UploadStage
  /** What the call failed with: an ApiError unless something went wrong on this side. */
  override readonly cause: unknown

  constructor(stage: UploadStage, cause: unknown) {
    super(`${stage}: ${cause instanceof Error ? cause.message : String(cause)}`)
    this.name = 'UploadFailure'
    this.stage = stage
    this.cause = cause
  }

  /** "409 Conflict"; where no answer came, that. */
  get answer(): { status: string; statusText: string } {
    if (!(this.cause instanceof ApiError) || this.cause.status === 0) {
      return { status: 'no connection', statusText: '' }
    }
    return { status: String(this.cause.status), statusText: this.cause.statusText }
  }

  /** Whether the file arrived and only its registration has to be asked for again. */
  get mayHaveArrived(): boolean {
    const status = this.cause instanceof ApiError ? this.cause.status : 0
    return this.stage === 'register' && (status === 0 || status >= 500)
  }

  /** Whether the file arrived and waits for its password: at once, or after one that did not open it. */
  get locked(): 'at once' | 'still' | null {
    const code = this.cause instanceof ApiError ? this.cause.problem?.code : undefined
    if (code === 'file-password-required') return 'at once'
    return code === 'file-password-wrong' ? 'still' : null
  }

  /** Whoever began the upload is no longer signed in. */
  get signedOut(): boolean {
    return this.cause instanceof ApiError && this.cause.status === 401
  }
}

/** Names the stage at which a call failed; a cancelled one stays what it is. */
export async function atStage<Result>(stage: UploadStage, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    throw isAbort(error) ? error : new UploadFailure(stage, error)
  }
}

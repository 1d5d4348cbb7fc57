import { ApiError, isAbort } from '#base/client/lib/api.ts'

/** The three calls of an upload (specification section 4, "Upload per file"). */
export type UploadStage = 'address' | 'transfer' | 'register'

/** An upload that failed in one of its calls. */
export class UploadFailure extends Error {
  readonly stage: UploadStage
  /** The cause: an ApiError, or a client-side error. */
  override readonly cause: unknown

  constructor(stage: UploadStage, cause: unknown) {
    super(`${stage}: ${cause instanceof Error ? cause.message : String(cause)}`)
    this.name = 'UploadFailure'
    this.stage = stage
    this.cause = cause
  }

  /** "409 Conflict"; or that there was no response. */
  get answer(): { status: string; statusText: string } {
    if (!(this.cause instanceof ApiError) || this.cause.status === 0) {
      return { status: 'no connection', statusText: '' }
    }
    return { status: String(this.cause.status), statusText: this.cause.statusText }
  }

  /** Whether the file arrived and only its registration is to be repeated. */
  get mayHaveArrived(): boolean {
    const status = this.cause instanceof ApiError ? this.cause.status : 0
    return this.stage === 'register' && (status === 0 || status >= 500)
  }

  /** Whether the file itself was refused: its type, size, content or name. */
  get isFinal(): boolean {
    return this.cause instanceof ApiError && [400, 413, 415, 422].includes(this.cause.status)
  }

  /** Whether the file arrived and waits for its password, the first time or after a wrong one. */
  get locked(): 'at once' | 'still' | null {
    const code = this.cause instanceof ApiError ? this.cause.problem?.code : undefined
    if (code === 'file-password-required') return 'at once'
    return code === 'file-password-wrong' ? 'still' : null
  }

  /** The client is no longer signed in. */
  get signedOut(): boolean {
    return this.cause instanceof ApiError && this.cause.status === 401
  }
}

/** Adds the stage to a call's error; an abort is left unchanged. */
export async function atStage<Result>(stage: UploadStage, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    throw isAbort(error) ? error : new UploadFailure(stage, error)
  }
}

/** Bounds of a queue. All are required: what waits holds memory, and work that waits too long is worth nothing. */
export interface QueueBounds {
  /** How many run at once. */
  width: number
  /** How many wait at most. */
  maxWaiting: number
  /** Makes the error that is thrown where no more may wait. */
  whenFull: () => Error
}

/** Runs a bounded number of tasks at once; a bounded number waits, in order. */
export interface WorkQueue {
  /**
   * @param task receives whether it waited for its turn: what was decided before may no longer hold
   * @throws what `whenFull` makes where too many wait; whatever the task throws
   */
  run: <Result>(task: (waited: boolean) => Promise<Result>) => Promise<Result>
}

/** Creates a queue that all its callers share. Where one caller could fill it, put owner queues before it. */
export function createWorkQueue({ width, maxWaiting, whenFull }: QueueBounds): WorkQueue {
  const waiting: (() => void)[] = []
  let running = 0

  const enter = async () => {
    if (running < width) {
      running += 1
      return false
    }
    if (waiting.length >= maxWaiting) throw whenFull()
    await new Promise<void>((admit) => waiting.push(admit))
    return true
  }
  /** A task that ends hands its slot to the next one, so that no later caller overtakes it. */
  const leave = () => {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
  return {
    async run(task) {
      const waited = await enter()
      try {
        return await task(waited)
      } finally {
        leave()
      }
    },
  }
}

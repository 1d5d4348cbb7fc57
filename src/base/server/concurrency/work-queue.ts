/** Bounds of a queue, all required: waiting work uses memory, and very late work is useless. */
export interface QueueBounds {
  /** Number of concurrent tasks. */
  width: number
  /** Maximum number of waiting tasks. */
  maxWaiting: number
  /** Creates the error thrown when full. */
  whenFull: () => Error
}

/** Runs a bounded number of tasks at once; a bounded number waits, in order. */
export interface WorkQueue {
  /**
   * @param task receives whether it was queued, so that earlier checks can be repeated
   * @throws the error of `whenFull` if too many wait; whatever the task throws
   */
  run: <Result>(task: (waited: boolean) => Promise<Result>) => Promise<Result>
}

/** Creates a queue shared by all callers. If one caller could fill it, put owner queues before it. */
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
  /** A finished task hands its slot to the next one, so that later callers do not overtake it. */
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

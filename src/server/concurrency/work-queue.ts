/** More is waiting already than can be done in any time worth waiting for. */
export class QueueFullError extends Error {
  constructor() {
    super('Too much is waiting already.')
    this.name = 'QueueFullError'
  }
}

/** Lets a number of pieces of work run at once; the others wait their turn, in order. */
export interface WorkQueue {
  /** @throws QueueFullError where too many wait; whatever the work throws */
  run: <Result>(work: () => Promise<Result>) => Promise<Result>
}

/**
 * @param width how many run at once
 * @param maxWaiting how many wait at most
 */
export function createWorkQueue(width: number, maxWaiting = Infinity): WorkQueue {
  const waiting: (() => void)[] = []
  let running = 0

  const enter = async () => {
    if (running < width) {
      running += 1
      return
    }
    if (waiting.length >= maxWaiting) throw new QueueFullError()
    await new Promise<void>((admit) => waiting.push(admit))
  }
  /** Whoever leaves hands its place on, so that nobody who comes later slips in before. */
  const leave = () => {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
  return {
    async run(work) {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

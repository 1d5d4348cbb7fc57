/** Lets a number of pieces of work run at once; the others wait their turn, in order. */
export interface WorkQueue {
  run: <Result>(work: () => Promise<Result>) => Promise<Result>
}

/** @param width how many run at once */
export function createWorkQueue(width: number): WorkQueue {
  const waiting: (() => void)[] = []
  let running = 0

  const enter = async () => {
    if (running < width) {
      running += 1
      return
    }
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

/** Does one piece of work at a time for each owner: whoever brings much waits for themselves, and nobody for them. */
export interface OneAtATime {
  /** @throws whatever the work throws */
  run: <Result>(owner: string, work: () => Promise<Result>) => Promise<Result>
}

/** Begins with nobody waiting. */
export function createOneAtATime(): OneAtATime {
  const last = new Map<string, Promise<unknown>>()
  return {
    async run(owner, work) {
      const turn = (last.get(owner) ?? Promise.resolve()).then(work)
      const over = turn.catch(() => undefined)
      last.set(owner, over)
      try {
        return await turn
      } finally {
        if (last.get(owner) === over) last.delete(owner)
      }
    },
  }
}

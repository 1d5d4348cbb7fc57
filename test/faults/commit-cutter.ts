import type { Fates } from '#test/support/faults/fault.ts'

/** Cuts a way to the database after the database has carried out a commit, and before anyone hears of it. */
export interface CommitCutter {
  injector: Fates
  /** Cuts at so many of the next commits. */
  cutNext: (commits: number) => void
  /** How many it has yet to cut. */
  left: () => number
  close: () => Promise<void>
}

/** One that cuts nothing until it is asked to. */
export function commitCutter(): CommitCutter {
  let left = 0
  return {
    injector: {
      isCrashed: () => false,
      fateOfNext(asked) {
        if (left === 0 || asked?.toString('latin1').toLowerCase().includes('commit') !== true) return 'works'
        left -= 1
        return 'fails with effect'
      },
    },
    cutNext(commits) {
      left = commits
    },
    left: () => left,
    close: () => Promise.resolve(),
  }
}

import type { Fates } from '#test/support/faults/fault.ts'

/** Cuts the database connection after a commit is carried out and before it is acknowledged. */
export interface CommitCutter {
  injector: Fates
  /** Cuts at a number of the next commits. */
  cutNext: (commits: number) => void
  /** Commits still to be cut. */
  left: () => number
  close: () => Promise<void>
}

/** Inactive until asked to cut. */
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

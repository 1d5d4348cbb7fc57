import { createWorkQueue, type QueueBounds, type WorkQueue } from './work-queue.ts'

/** A queue for each owner (a user, an address): owners do not wait for one another. */
export interface OwnerQueues {
  /**
   * @param task receives whether it was queued
   * @throws the error of `whenFull` if too many tasks of this owner wait; whatever the task throws
   */
  run: <Result>(owner: string, task: (waited: boolean) => Promise<Result>) => Promise<Result>
}

/** @param bounds of each owner's queue; owners without tasks use no memory */
export function createOwnerQueues(bounds: QueueBounds): OwnerQueues {
  const queues = new Map<string, { queue: WorkQueue; tasks: number }>()
  return {
    async run(owner, task) {
      const own = queues.get(owner) ?? { queue: createWorkQueue(bounds), tasks: 0 }
      queues.set(owner, own)
      own.tasks += 1
      try {
        return await own.queue.run(task)
      } finally {
        own.tasks -= 1
        if (own.tasks === 0) queues.delete(owner)
      }
    },
  }
}

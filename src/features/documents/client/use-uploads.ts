import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { ClientKind } from '#features/applications/rules/documents/kinds.ts'
import { movingItems, type UploadQueue } from './upload-queue.ts'
import type { UploadRunner } from './upload-runner.ts'
import { runnerFor, type UploadTarget } from './upload-runners.ts'

export interface Uploads extends Pick<UploadRunner, 'choose' | 'drop' | 'retry' | 'settle' | 'unlock'> {
  queue: UploadQueue
  /** Whether files of the kind are being uploaded. */
  moving: boolean
}

/** The uploads of one kind for the loaded application. */
export function useUploads(kind: ClientKind, target?: UploadTarget): Uploads {
  const { getQueue, subscribe, ...acts } = runnerFor(useQueryClient(), kind, target)
  const queue = useSyncExternalStore(subscribe, getQueue, getQueue)
  return { queue, moving: movingItems(queue).length > 0, ...acts }
}

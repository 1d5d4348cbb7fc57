import { hashKey, type QueryClient } from '@tanstack/react-query'
import { queryFor } from '#base/client/lib/query-client.ts'
import { toast } from '#base/client/ui/toast-store.ts'
import { retryWhenOnline } from '#base/client/lib/retry-when-online.ts'
import { randomId } from '#base/client/lib/random-id.ts'
import { signedOutElsewhere } from '#base/client/lib/request.ts'
import { tabStorage } from '#base/client/lib/storage.ts'
import { forgetUploads, watchUploads } from './unfinished-uploads.ts'
import { leaveBehind } from './interrupted-uploads.ts'
import { scalePhoto } from './scale-photo.ts'
import { sendFile } from './send-file.ts'
import { documentKinds, type ClientKind } from '#features/applications/rules/documents/kinds.ts'
import type { PaperTarget } from './upload-kinds.ts'
import { UploadFailure } from './upload-failure.ts'
import { createUploadRunner, type UploadRunner } from './upload-runner.ts'

const { queryKey } = queryFor('GET /api/application')
const packOf = ({ applicationId: id }: PaperTarget) =>
  id === undefined
    ? queryFor('GET /api/application/pack')
    : queryFor('GET /api/admin/applications/{id}/pack', { params: { id } })
const APPLICATION = hashKey(queryKey)

/** The query that has the files of a question: the application, or the pack of a paper. */
export const filesQueryKey = (paper: PaperTarget | undefined) => (paper ? packOf(paper).queryKey : queryKey)

/*
 * The runners of this page, by application and kind. Stored outside of screens, so that uploads continue on the next
 * page.
 */
const runners = new Map<string, UploadRunner>()
const watched = new WeakSet<QueryClient>()

/** What files answer besides their kind: a correction item, or a paper of a task. */
export interface UploadTarget {
  itemId?: string | undefined
  paper?: PaperTarget | undefined
}

/** The targets as shown last: a paper's dates may change until its file is registered. */
const targets = new Map<string, UploadTarget>()

/** The runner of a kind for the loaded application, or of a target. */
export function runnerFor(client: QueryClient, kind: ClientKind, target: UploadTarget = {}): UploadRunner {
  stopWithApplication(client)
  const { itemId, paper } = target
  const id = paper?.applicationId ?? client.getQueryData(queryKey)?.id
  const key = `${id}/${kind}/${itemId ?? (paper ? `${paper.task}/${paper.paper}` : '')}`
  targets.set(key, target)
  const known = runners.get(key)
  if (known !== undefined) return known
  const runner = createUploadRunner({
    kind,
    isSingle: itemId !== undefined || documentKinds[kind].maxCount === 1,
    send: (sending, observer) => sendOnceOnline({ ...sending, ...targets.get(key) }, observer),
    scale: (file, maxBytes) => scalePhoto(file, maxBytes),
    onArrived: () => client.invalidateQueries({ queryKey: filesQueryKey(paper) }),
    notify: (message, variant) => toast({ ...message, variant }),
    newId: randomId,
  })
  watchUploads(runner)
  runners.set(key, runner)
  return runner
}

/** Uploads a file. After a lost connection it waits and resumes at the first unfinished call. */
function sendOnceOnline(...[sending, observer]: Parameters<typeof sendFile>): Promise<void> {
  let { sentTo } = sending
  const onSent = (address: string) => {
    sentTo = address
    observer.onSent(address)
  }
  return retryWhenOnline(() => sendFile({ ...sending, sentTo }, { ...observer, onSent }), {
    signal: observer.signal,
    causeOf: (error) => (error instanceof UploadFailure ? error.cause : error),
  })
}

/** Cancels every unfinished file and reports which were lost. */
export function stopUploads(): void {
  for (const runner of runners.values()) runner.stop()
}

/** Uploads belong to the loaded application and end when it is removed from the cache, as at sign-out. */
function stopWithApplication(client: QueryClient): void {
  if (watched.has(client)) return
  watched.add(client)
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'removed' || query.queryHash !== APPLICATION) return
    stopUploads()
    forgetUploads()
    runners.clear()
    targets.clear()
  })
  // A toast would be missed on the sign-in page, so the files are reported after the next sign-in.
  signedOutElsewhere.subscribe(() => {
    const id = client.getQueryData(queryKey)?.id
    const left = [...runners.values()].flatMap((runner) => runner.abandon())
    if (id !== undefined) leaveBehind(tabStorage, id, left)
  })
}

import { hashKey, type QueryClient } from '@tanstack/react-query'
import { queryFor } from '#client/shared/lib/query-client.ts'
import { toast } from '#client/ui/toast-store.ts'
import { onceOnline } from '#client/shared/lib/retry-when-online.ts'
import { randomId } from '#client/shared/lib/random-id.ts'
import { signedOutElsewhere } from '#client/shared/lib/request.ts'
import { tabStorage } from '#client/shared/lib/storage.ts'
import { forgetUploads, watchUploads } from './unfinished-uploads.ts'
import { leaveBehind } from './interrupted-uploads.ts'
import { scalePhoto } from './scale-photo.ts'
import { sendFile } from './send-file.ts'
import type { ClientKind } from '#domain/documents/kinds.ts'
import { UploadFailure } from './upload-failure.ts'
import { createUploadRunner, type UploadRunner } from './upload-runner.ts'

const { queryKey } = queryFor('GET /api/application')
const APPLICATION = hashKey(queryKey)

/*
 * The runners of this page, by application and kind. They are kept here and not in a screen, so that a file goes on
 * being sent while its client answers the next page.
 */
const runners = new Map<string, UploadRunner>()
const watched = new WeakSet<QueryClient>()

/** What sends the files of one kind to the application that is loaded, or those that answer something in a round of corrections. */
export function runnerFor(client: QueryClient, kind: ClientKind, itemId?: string): UploadRunner {
  stopWithApplication(client)
  const key = `${client.getQueryData(queryKey)?.id}/${kind}/${itemId ?? ''}`
  const known = runners.get(key)
  if (known !== undefined) return known
  const runner = createUploadRunner({
    kind,
    send: (sending, observer) => sendOnceOnline({ ...sending, itemId }, observer),
    scale: (file, maxBytes) => scalePhoto(file, maxBytes),
    onArrived: () => client.invalidateQueries({ queryKey }),
    tell: (message, variant) => toast({ ...message, variant }),
    newId: randomId,
  })
  watchUploads(runner)
  runners.set(key, runner)
  return runner
}

/** Sends a file. Where the network goes meanwhile it waits, and goes on from what had arrived. */
function sendOnceOnline(...[sending, observer]: Parameters<typeof sendFile>): Promise<void> {
  let { sentTo } = sending
  const onSent = (address: string) => {
    sentTo = address
    observer.onSent(address)
  }
  return onceOnline(() => sendFile({ ...sending, sentTo }, { ...observer, onSent }), {
    signal: observer.signal,
    causeOf: (error) => (error instanceof UploadFailure ? error.cause : error),
  })
}

/** Calls back every file that is not done, and says which ones that left behind. */
export function stopUploads(): void {
  for (const runner of runners.values()) runner.stop()
}

/** Uploads belong to the application that is loaded. When it is forgotten, at sign-out say, they end. */
function stopWithApplication(client: QueryClient): void {
  if (watched.has(client)) return
  watched.add(client)
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'removed' || query.queryHash !== APPLICATION) return
    stopUploads()
    forgetUploads()
    runners.clear()
  })
  // Nobody reads a notification while the sign-in page comes: the files are named once their client is back.
  signedOutElsewhere.subscribe(() => {
    const id = client.getQueryData(queryKey)?.id
    const left = [...runners.values()].flatMap((runner) => runner.abandon())
    if (id !== undefined) leaveBehind(tabStorage, id, left)
  })
}

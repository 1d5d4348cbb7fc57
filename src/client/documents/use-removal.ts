import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { UploadedFile } from '#domain/api/uploaded-file.ts'
import { ApiError, call, detailOf } from '#client/lib/api.ts'
import { queryFor } from '#client/lib/query-client.ts'
import { toast } from '#client/ui/toast-store.ts'
import { uploadKinds, type ClientKind } from './upload-kinds.ts'

export interface Removal {
  /** The file that somebody is asked about. */
  asked: UploadedFile | null
  pending: boolean
  ask: (file: UploadedFile) => void
  confirm: () => void
  cancel: () => void
}

/** A file that was removed elsewhere is as gone as one wanted it. */
async function removeFile(id: string): Promise<void> {
  try {
    await call('DELETE /api/documents/{id}', { params: { id } })
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}

/**
 * Takes uploaded files off the application, once somebody has said so.
 *
 * @param files those that the application has
 * @param onRemoved told when the file's row is gone, so that the focus finds another place
 */
export function useRemoval(kind: ClientKind, files: readonly UploadedFile[], onRemoved: () => void): Removal {
  const client = useQueryClient()
  const [{ asked, removed }, setState] = useState<{ asked: UploadedFile | null; removed: string | null }>({
    asked: null,
    removed: null,
  })
  const setAsked = (file: UploadedFile | null) => setState((state) => ({ ...state, asked: file }))
  // Once the dialog is gone (while it is open nothing behind it takes the focus), and the row too: the place that
  // the file left is free only then.
  const gone = removed !== null && files.every(({ documentId }) => documentId !== removed) ? removed : null
  const tellRemoved = useEffectEvent(onRemoved)
  useEffect(() => {
    if (gone !== null) tellRemoved()
  }, [gone])
  const remove = useMutation({
    mutationFn: async (file: UploadedFile) => {
      await removeFile(file.documentId)
      await client.invalidateQueries({ queryKey: queryFor('GET /api/application').queryKey })
    },
    onSuccess: (_, file) => {
      setState({ asked: null, removed: file.documentId })
      toast(uploadKinds[kind].removed)
    },
    onError: (error) => {
      setAsked(null)
      toast({ variant: 'destructive', title: 'File not removed', description: detailOf(error) })
    },
  })
  return {
    asked,
    pending: remove.isPending,
    ask: setAsked,
    confirm: () => {
      if (asked !== null && !remove.isPending) remove.mutate(asked)
    },
    cancel: () => setAsked(null),
  }
}

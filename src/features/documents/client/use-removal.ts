import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { UploadedFile } from '#features/applications/api/uploaded-file.ts'
import { ApiError, call, detailOf } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { toast, UNDO_DURATION } from '#base/client/ui/toast-store.ts'
import type { ClientKind } from '#features/applications/rules/documents/kinds.ts'
import { uploadKinds } from './upload-kinds.ts'

/** A file that is gone already counts as removed. */
async function removeFile(kind: ClientKind, id: string): Promise<void> {
  try {
    await (kind === 'ficaPaper'
      ? call('DELETE /api/application/pack/files/{documentId}', { params: { documentId: id } })
      : call('DELETE /api/documents/{id}', { params: { id } }))
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}

/**
 * Removes uploaded files at once, with an undo toast.
 *
 * @param files the application's files
 * @param onRemoved called when the file's row disappears with the focus in it
 * @returns a function that removes a file
 */
export function useRemoval(
  kind: ClientKind,
  files: readonly UploadedFile[],
  onRemoved: () => void,
): (file: UploadedFile) => void {
  const client = useQueryClient()
  const [removed, setRemoved] = useState<string | null>(null)
  const gone = removed !== null && files.every(({ documentId }) => documentId !== removed) ? removed : null
  const moveFocus = useEffectEvent(onRemoved)
  useEffect(() => {
    // The row's focus falls back to the body; focus that has moved on stays.
    if (gone !== null && document.activeElement === document.body) moveFocus()
  }, [gone])
  const { queryKey } = queryFor(kind === 'ficaPaper' ? 'GET /api/application/pack' : 'GET /api/application')
  const reload = () => client.invalidateQueries({ queryKey })
  const restore = useMutation({
    mutationFn: async ({ documentId: id }: UploadedFile) => {
      await call('POST /api/documents/{id}/restore', { params: { id } })
      await reload()
    },
    onSuccess: (_, { name }) =>
      toast({ title: 'File restored', description: `${name} is part of your application again.` }),
    onError: (error) =>
      toast({ variant: 'destructive', title: 'File not restored', description: detailOf(error) }),
  })
  const remove = useMutation({
    mutationFn: async ({ documentId }: UploadedFile) => {
      await removeFile(kind, documentId)
      await reload()
    },
    onSuccess: (_, file) => {
      setRemoved(file.documentId)
      const undo = { duration: UNDO_DURATION, action: { label: 'Undo', onPress: () => restore.mutate(file) } }
      // Infected files have no bytes left, and papers of a task cannot be restored.
      const canUndo = file.virusScan !== 'infected' && kind !== 'ficaPaper'
      toast({ ...uploadKinds[kind].removed, ...(canUndo && undo) })
    },
    onError: (error) =>
      toast({ variant: 'destructive', title: 'File not removed', description: detailOf(error) }),
  })
  return (file) => {
    const isUnderWay = remove.isPending && remove.variables.documentId === file.documentId
    if (!isUnderWay) remove.mutate(file)
  }
}

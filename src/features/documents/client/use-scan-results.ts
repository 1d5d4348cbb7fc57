import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { UploadedFile } from '#features/applications/api/uploaded-file.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { expectsScan } from './scan-results.ts'

const PAUSE_MS = 15_000

/** Refetches the application while a recent file waits for the virus scanner. */
export function useScanNews(files: readonly UploadedFile[]): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!expectsScan(files, new Date())) return undefined
    const timer = setInterval(() => {
      if (!expectsScan(files, new Date())) clearInterval(timer)
      else void client.invalidateQueries({ queryKey: queryFor('GET /api/application').queryKey })
    }, PAUSE_MS)
    return () => clearInterval(timer)
  }, [client, files])
}

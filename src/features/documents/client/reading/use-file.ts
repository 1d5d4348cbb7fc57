import { useQuery } from '@tanstack/react-query'
import { readBlob, request } from '#base/client/lib/request.ts'

/** The bytes of a file, read once while it is shown. */
export function useFile(address: string) {
  return useQuery({
    queryKey: ['file', address],
    queryFn: async ({ signal }) => {
      const file = await readBlob(await request(address, { method: 'GET', signal }))
      return file.arrayBuffer()
    },
    gcTime: 0,
    staleTime: Infinity,
  })
}

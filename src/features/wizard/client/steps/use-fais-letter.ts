import { useMutation } from '@tanstack/react-query'
import { download } from '#base/client/lib/download.ts'
import { toast } from '#base/client/ui/toast-store.ts'

const PATH = '/api/fais-document'
const SAVED_AS = 'FAIS_Disclosure_Letter.pdf'

/** Downloads the wealth manager's letter, and reports the result (specification sections 7 and 8). */
export function useFaisLetter(): { downloading: boolean; downloadLetter: () => void } {
  const { isPending, mutate } = useMutation({
    mutationFn: () => download(PATH, SAVED_AS),
    onSuccess: () => toast({ title: 'Download Started', description: `The letter is saved as ${SAVED_AS}.` }),
    onError: () =>
      toast({
        variant: 'destructive',
        title: 'Download Failed',
        description: 'Failed to download FAIS document. Please ensure you have a wealth manager assigned.',
      }),
  })
  return {
    downloading: isPending,
    downloadLetter: () => {
      if (!isPending) mutate()
    },
  }
}

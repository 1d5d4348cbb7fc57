import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { detailOf } from '#base/client/lib/api.ts'
import { download } from '#base/client/lib/download.ts'
import { Button } from '#base/client/ui/button.tsx'
import { toast } from '#base/client/ui/toast-store.ts'

type DownloadButtonProps = {
  /** The file's address and its name. */
  from: string
  name: string
  /** The error text; the server's by default. */
  failure?: string
  onSaved?: () => unknown
  className?: string
  /** The accessible name if the text alone is ambiguous. */
  label?: string
  children: string
}

/** Downloads a file of this site. */
export function DownloadButton({
  from,
  name,
  failure,
  onSaved,
  className,
  label,
  children,
}: DownloadButtonProps) {
  const fetching = useMutation({
    mutationFn: () => download(from, name),
    onSuccess: onSaved,
    onError: (error) => {
      toast({
        variant: 'destructive',
        title: 'Download Failed',
        description: failure ?? detailOf(error),
      })
    },
  })
  return (
    <Button
      tone="secondary"
      size="small"
      className={className}
      icon={<Download aria-hidden="true" className="size-4" />}
      aria-label={label}
      pending={fetching.isPending}
      pendingLabel="Preparing..."
      onClick={() => fetching.mutate()}
    >
      {children}
    </Button>
  )
}

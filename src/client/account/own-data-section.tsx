import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { detailOf } from '#client/lib/api.ts'
import { download } from '#client/lib/download.ts'
import { Button } from '#client/ui/button.tsx'
import { Section } from '#client/ui/section.tsx'
import { toast } from '#client/ui/toast-store.ts'

/** Everything that is held about a client, for themselves (POPIA, section 23). */
export function OwnDataSection() {
  const fetching = useMutation({
    mutationFn: () => download('/api/account/data', 'my-data.zip'),
    onError: (error) => {
      toast({ variant: 'destructive', title: 'Download Failed', description: detailOf(error) })
    },
  })
  return (
    <Section
      title="Your data"
      description="Everything we hold about you in one file: your answers and documents, what you agreed to, the emails we sent you, and what happened when. Keep it as safe as the papers themselves."
    >
      <Button
        tone="secondary"
        size="small"
        icon={<Download aria-hidden="true" className="size-4" />}
        pending={fetching.isPending}
        pendingLabel="Preparing..."
        onClick={() => fetching.mutate()}
      >
        Download my data
      </Button>
    </Section>
  )
}

import { Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { useSession } from '#features/access/client/use-session.ts'
import { saveFile } from '#base/client/lib/download.ts'
import { Button } from '#base/client/ui/button.tsx'
import { Checkbox } from '#base/client/ui/checkbox.tsx'
import { toast } from '#base/client/ui/toast-store.ts'

type Props = { codes: readonly string[]; onDone: () => void }

/** Shows recovery codes once: to copy or save, and acknowledge. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const [saved, setSaved] = useState(false)
  const { firmName } = useBranding()
  const { user } = useSession()
  const save = () => {
    const head = `Recovery codes: ${firmName}, ${user?.username ?? ''}\nEach works once, if you lose your authenticator.`
    saveFile(new Blob([`${head}\n\n${codes.join('\n')}\n`], { type: 'text/plain' }), 'recovery-codes.txt')
  }
  return (
    <div>
      <p className="text-pretty">
        If you lose your phone, you can sign in with one of these codes. Each works once. Keep them somewhere
        safe, but not on your phone: we won’t show them again.
      </p>
      <ul
        aria-label="Recovery codes"
        className="mt-4 grid grid-cols-1 gap-x-8 border-y border-hairline py-3 sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} translate="no" className="py-1.5 font-mono text-lg tracking-wide">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          tone="secondary"
          size="small"
          icon={<Copy aria-hidden="true" className="size-4" />}
          onClick={() => void copy(codes)}
        >
          Copy
        </Button>
        <Button
          tone="secondary"
          size="small"
          icon={<Download aria-hidden="true" className="size-4" />}
          onClick={save}
        >
          Download
        </Button>
      </div>
      <Checkbox
        className="mt-4"
        name="kept"
        label="I have saved these codes in a safe place"
        checked={saved}
        onChange={({ target }) => setSaved(target.checked)}
      />
      <Button className="mt-4" disabled={!saved} onClick={onDone}>
        Done
      </Button>
    </div>
  )
}

async function copy(codes: readonly string[]): Promise<void> {
  try {
    await navigator.clipboard.writeText(codes.join('\n'))
    toast({ title: 'Copied!', description: 'Recovery codes copied to clipboard', duration: 2_000 })
  } catch {
    toast({
      variant: 'destructive',
      title: 'Copy Failed',
      description: 'Please download the codes, or write them down.',
    })
  }
}

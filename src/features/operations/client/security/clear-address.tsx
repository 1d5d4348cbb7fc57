import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type SyntheticEvent } from 'react'
import type { SecurityMetrics } from '#features/operations/api/security.ts'
import { formatTime } from '#base/rules/time/dates.ts'
import { callIdempotent } from '#base/client/lib/call-idempotent.ts'
import { ApiError, detailOr } from '#base/client/lib/api.ts'
import { Button } from '#base/client/ui/button.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'
import { toast } from '#base/client/ui/toast-store.ts'

type ClearAddressProps = {
  blocked: SecurityMetrics['blockedAddresses']
  onCleared: () => void
}

const FAILED = 'Failed to clear suspicious IP'

/** The /64 network of an IPv6 address, which is counted as one: "2001:db8:1:2::/64". */
const addressIn = (counted: string) => counted.replace(/\/\d+$/u, '')

/** Unblocks sign-ins from an address: a typed one or a listed one. */
export function ClearAddress({ blocked, onCleared }: ClearAddressProps) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const clearing = useMutation({
    mutationFn: (ip: string) =>
      callIdempotent('POST /api/admin/security/clear-suspicious-ip', { body: { ip } }),
    onSuccess: (_, ip) => {
      setTyped('')
      toast({ title: 'Success', description: `Cleared suspicious activity for IP ${ip}` })
      onCleared()
    },
    onError: (error) => {
      const ofField = error instanceof ApiError ? error.fields['ip'] : undefined
      setProblem(ofField)
      toast({
        variant: 'destructive',
        title: FAILED,
        description: ofField ?? detailOr(error, 'Please try again.'),
      })
    },
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const ip = typed.trim()
    setProblem(ip === '' ? 'Please enter an IP address' : undefined)
    if (ip === '') field.current?.focus()
    else clearing.mutate(ip)
  }
  return (
    <Section title="Clear Suspicious IP">
      <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-4">
        <TextInput
          label="IP address"
          name="ip"
          ref={field}
          autoComplete="off"
          spellCheck={false}
          error={problem}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          className="min-w-0 grow basis-60"
        />
        <Button type="submit" pending={clearing.isPending} pendingLabel="Clearing..." className="mt-8">
          Clear IP
        </Button>
      </form>
      <h3 className="mt-8 mb-2 text-base font-semibold">Blocked now</h3>
      {blocked.length === 0 ? (
        <p className="text-ink-soft">No sign-ins are blocked.</p>
      ) : (
        <ul>
          {blocked.map(({ address, until }) => (
            <li
              key={address}
              className="flex flex-wrap items-center justify-between gap-x-4 border-t border-hairline py-1"
            >
              <span>
                <span>{`${address} `}</span>
                <span className="text-sm text-ink-soft">{`until ${formatTime(new Date(until))}`}</span>
              </span>
              <Button
                tone="quiet"
                size="small"
                disabled={clearing.isPending}
                onClick={() => clearing.mutate(addressIn(address))}
              >
                <span>Clear</span>
                <span className="sr-only">{` ${address}`}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

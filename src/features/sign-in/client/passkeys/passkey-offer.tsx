import { platformAuthenticatorIsAvailable } from '@simplewebauthn/browser'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { homeFor, isStaff } from '#features/access/rules/roles.ts'
import { call } from '#base/client/lib/api.ts'
import { browserStorage } from '#base/client/lib/storage.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { useSession } from '#features/access/client/use-session.ts'
import { AddPasskeyDialog } from './add-passkey-dialog.tsx'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'

/** How long "Not now" lasts. */
const NOT_NOW_MS = 90 * DAY_MS

/** Users may share a browser. */
const keyOf = (userId: string) => `passkey offer of ${userId}`

/** Whether a user who has no passkey could add one on this device, and has not said "Not now" lately. */
async function isWanted(userId: string): Promise<boolean> {
  const refusedAt = Number(browserStorage.getItem(keyOf(userId)) ?? 0)
  if (Date.now() - refusedAt < NOT_NOW_MS) return false
  return (await platformAuthenticatorIsAvailable()) && (await call('GET /api/account/passkeys')).length === 0
}

/** Offers a passkey on the home page, at its end and in view; it leaves the page as it is. */
export function PasskeyOffer() {
  const { user } = useSession()
  const { passkeys } = useBranding()
  const [location] = useLocation()
  const [isOpen, setOpen] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const userId = user?.id
  useEffect(() => {
    if (userId === undefined || !passkeys) return
    let wanted = true
    // It was not asked for, so its errors are silent.
    void isWanted(userId)
      .catch(() => false)
      .then((is) => wanted && setOpen(is))
    return () => {
      wanted = false
    }
  }, [userId, passkeys])
  if (!user || !isOpen || location !== homeFor(user.role)) return null
  const decline = () => {
    browserStorage.setItem(keyOf(user.id), String(Date.now()))
    setOpen(false)
  }
  return (
    <>
      <Offer onAccept={() => setAdding(true)} onDecline={decline} />
      {isAdding ? (
        <AddPasskeyDialog
          asSecondFactor={isStaff(user.role) && user.secondFactor === 'not-needed'}
          onClose={() => setAdding(false)}
          onAdded={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}

function Offer({ onAccept, onDecline }: { onAccept: () => void; onDecline: () => void }) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    // What gets the focus is scrolled to a position above it.
    const { style } = document.documentElement
    style.scrollPaddingBottom = `${box.current?.offsetHeight ?? 0}px`
    return () => {
      style.scrollPaddingBottom = ''
    }
  }, [])
  return (
    <aside
      ref={box}
      aria-label="Passkey"
      className="sticky bottom-0 z-10 border-t border-edge bg-surface print:hidden"
    >
      <div className="flex flex-wrap items-center gap-x-8 gap-y-3 px-4 py-4 sm:px-8">
        <p role="status" className="min-w-0 text-pretty">
          <strong className="font-semibold">Sign in without a password next time.</strong> Use your
          fingerprint, face or screen lock on this device.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button size="small" onClick={onAccept}>
            Add a passkey
          </Button>
          <Button tone="secondary" size="small" onClick={onDecline}>
            Not now
          </Button>
        </div>
      </div>
    </aside>
  )
}

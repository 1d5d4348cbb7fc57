import { useStoredChoice } from '#base/client/lib/stored-choice.ts'

/** The user's setting of single-letter shortcuts. */
export interface ShortcutSetting {
  keys: boolean
  onKeys: (keys: boolean) => void
}

/** The user's setting of single-letter shortcuts, stored in the browser. */
export function useShortcutSetting(userId: string): ShortcutSetting {
  const [keys, setKeys] = useStoredChoice(`row keys of ${userId}`, ['on', 'off'])
  return { keys: keys === 'on', onKeys: (on) => setKeys(on ? 'on' : 'off') }
}

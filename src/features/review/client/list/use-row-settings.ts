import { useState } from 'react'
import { browserStorage } from '#base/client/lib/storage.ts'
import { useRowKeys, useRowPress } from '#base/client/lists/row-opener.ts'
import { useShortcutSetting, type ShortcutSetting } from '#base/client/lists/shortcut-setting.ts'

/** The user's settings of a list: columns and shortcuts. */
export interface RowSettings extends ShortcutSetting {
  /** The ids of the chosen columns; null until the user chooses. */
  columns: readonly string[] | null
  onColumns: (columns: readonly string[]) => void
}

/**
 * The user's settings of a list, stored in the browser; handles presses and keys of its rows.
 *
 * @param isBeside whether an application is open beside the list, which then handles the keys
 */
export function useRowSettings(userId: string, isBeside: boolean): RowSettings {
  const [columns, onColumns] = useStoredColumns(userId)
  const setting = useShortcutSetting(userId)
  useRowPress()
  useRowKeys(setting.keys && !isBeside)
  return { columns, onColumns, ...setting }
}

function useStoredColumns(userId: string) {
  const name = `columns of ${userId}`
  const [columns, setColumns] = useState(() => browserStorage.getItem(name)?.split(',') ?? null)
  const choose = (chosen: readonly string[]) => {
    setColumns([...chosen])
    browserStorage.setItem(name, chosen.join(','))
  }
  return [columns, choose] as const
}

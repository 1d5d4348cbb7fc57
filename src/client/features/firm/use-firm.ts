import { useQueryClient } from '@tanstack/react-query'
import type { FirmSectionState, FirmSettingsState } from '#domain/api/firm.ts'
import { queryFor } from '#client/shared/lib/query-client.ts'
import { useRefreshBranding } from '#client/shared/shell/branding.tsx'

/** The firm's settings. */
export const firmQuery = queryFor('GET /api/firm/settings')

/** Puts a saved section into the cache, and shows the new branding on this page. */
export function useSaved(): (saved: FirmSectionState) => Promise<void> {
  const client = useQueryClient()
  const refreshBranding = useRefreshBranding()
  return async (saved) => {
    client.setQueryData<FirmSettingsState>(
      firmQuery.queryKey,
      (state) =>
        state && {
          ...state,
          sections: state.sections.map((section) => (section.id === saved.id ? saved : section)),
        },
    )
    await Promise.all([client.invalidateQueries({ queryKey: firmQuery.queryKey }), refreshBranding()])
  }
}
